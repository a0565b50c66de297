/** Tokens that generation treats apart, as Hugging Face's generation_config.json names them. */
import { join } from 'node:path'
import { z } from 'zod'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { withClassDefaults } from '../files/class-defaults.ts'
import { parseJson, requiredFile } from '../files/required-file.ts'
import { parsed } from '../../text/parsed.ts'
import { vocabularyOf } from './vocabulary.ts'

export interface SpecialIds {
  /** Each of them ends a text; none where nothing does. */
  readonly end: readonly number[]
  /** Fills up short sequences. */
  readonly pad: number | null
  /** Begins a text. */
  readonly begin: number | null
}

/* Llama 1 has a pad_token_id of −1: none. */
const id = z.union([z.int().nonnegative(), z.literal(-1).transform(() => null)]).nullish()
const fields = z.object({
  eos_token_id: z.union([id, z.array(z.int().nonnegative())]),
  pad_token_id: id,
  bos_token_id: id,
})

/**
 * Reads generation_config.json, or else config.json.
 *
 * @throws {RangeError} if neither is there, or an id is no token of the model.
 */
export async function loadSpecialIds(folder: string): Promise<SpecialIds> {
  const own = await readIfThere(join(folder, 'generation_config.json'))
  const config = withClassDefaults(parseJson(await requiredFile(folder, 'config.json'), join(folder, 'config.json')))
  const path = join(folder, own === undefined ? 'config.json' : 'generation_config.json')
  const found = parsed(path, fields, own === undefined ? config : parseJson(own, path))
  const { eos_token_id: end, pad_token_id: pad, bos_token_id: begin } = found
  const ids = { end: [end ?? []].flat(), pad: pad ?? null, begin: begin ?? null }
  const { vocab_size: size } = z.object({ vocab_size: z.int() }).parse(config)
  requireIds(ids, size, path)
  return ids
}

/** @throws {RangeError} naming the field whose id is not in [0, size). */
export function requireIds({ end, pad, begin }: SpecialIds, size: number, source: string): void {
  const all = { eos_token_id: end, pad_token_id: pad, bos_token_id: begin }
  for (const [name, ids] of Object.entries(all)) {
    const wrong = [ids ?? []].flat().find(each => !(Number.isInteger(each) && each >= 0 && each < size))
    if (wrong !== undefined) throw new RangeError(`${source}: ${name} must be in [0, ${size}), got ${wrong}`)
  }
}

/** Those of a chat template, or `<end>` and `<pad>` of a tokenizer.json that has them; none without one. */
export function specialIdsOf(tokenizer: string | undefined, chat?: ChatTemplate): SpecialIds {
  if (tokenizer === undefined) return { end: [], pad: null, begin: null }
  const vocabulary = vocabularyOf(tokenizer)
  if (chat !== undefined) {
    const idOf = (name: string): number | null => vocabulary.get(chat.tokens[name] ?? '') ?? null
    return { end: chat.end, pad: idOf('pad_token'), begin: idOf('bos_token') }
  }
  const end = vocabulary.get('<end>')
  return { end: end === undefined ? [] : [end], pad: vocabulary.get('<pad>') ?? null, begin: null }
}
