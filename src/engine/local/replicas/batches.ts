/** How many conversations are sampled at a time, and how many of their tokens are read in one pass. */
import type { ModelConfig } from '../../../contracts/model-config.ts'
import { entriesNeeded, type GenerationRequest } from '../generation/generation-request.ts'
import { groupBytes, pageLength } from '../cache/pages.ts'
import type { Chunk } from '../generation/prefill-chunks.ts'

/** Most that the pages of the conversations of a batch may take, 256 MB. */
const maxBytes = 2 ** 28

/** Most new tokens of one pass: what lies between two operators then stays in the processor's cache. */
const tokenBudget = 1024

/** Conversations in their order, as many together as there is room for. */
export function batches(
  config: ModelConfig,
  conversations: readonly GenerationRequest[],
): readonly (readonly GenerationRequest[])[] {
  const entryBytes = groupBytes(config) / pageLength
  return filled(conversations, conversation => entriesNeeded(conversation) * entryBytes, maxBytes)
}

/** Turns in their order, as many together as one pass takes; a long one is one by itself. */
export function passes<T extends { readonly chunk: Chunk }>(turns: readonly T[]): readonly (readonly T[])[] {
  return filled(turns, ({ chunk: turn }) => turn.tokens.length, tokenBudget)
}

/** Items in their order, in lots that do not exceed a size but where a single one does. */
function filled<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): readonly (readonly T[])[] {
  const lots: T[][] = []
  let lot: T[] = []
  let size = Infinity
  for (const item of items) {
    size += sizeOf(item)
    if (size > most) {
      lot = []
      lots.push(lot)
      size = sizeOf(item)
    }
    lot.push(item)
  }
  return lots
}
