/** How many requests are sampled at a time, and how many of their tokens go through the model in one pass. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { entriesNeeded, type GenerationRequest } from './generation-request.ts'
import { groupBytes, pageLength } from '../cache/pages.ts'
import type { Chunk } from '../cache/prefill-chunks.ts'

/** Bytes that the pages of a batch may take at most, 256 MB. */
const maxBytes = 2 ** 28

/** New tokens of one pass at most: intermediate results then stay in the processor's cache. */
const tokenBudget = 1024

/** Requests in their order, as many together as there is room for. */
export function batches(
  config: ModelConfig,
  generations: readonly GenerationRequest[],
): readonly (readonly GenerationRequest[])[] {
  const entryBytes = groupBytes(config) / pageLength
  return filled(generations, generation => entriesNeeded(generation) * entryBytes, maxBytes)
}

/** Chunks in their order, as many together as one pass takes; a long one is a separate pass. */
export function passes<T extends { readonly chunk: Chunk }>(items: readonly T[]): readonly (readonly T[])[] {
  return filled(items, ({ chunk }) => chunk.tokens.length, tokenBudget)
}

/** Items in their order, in parts that do not exceed a size, unless a single item does. */
function filled<T>(items: readonly T[], sizeOf: (item: T) => number, maxSize: number): readonly (readonly T[])[] {
  const parts: T[][] = []
  let part: T[] = []
  let size = Infinity
  for (const item of items) {
    size += sizeOf(item)
    if (size > maxSize) {
      part = []
      parts.push(part)
      size = sizeOf(item)
    }
    part.push(item)
  }
  return parts
}
