import { join } from 'node:path'
import { z } from 'zod'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { withClassDefaults } from '../files/class-defaults.ts'
import { parseJson } from '../files/required-file.ts'
import { parsed } from '../../text/parsed.ts'

const token = z.union([z.string(), z.looseObject({ content: z.string() })]).nullish()
const named = z.array(z.looseObject({ name: z.string(), template: z.string() }))
const configForm = z.looseObject({
  chat_template: z.union([z.string(), named]).nullish(),
  bos_token: token,
  eos_token: token,
  pad_token: token,
  unk_token: token,
})
const id = z.int().nonnegative()
const generationForm = z.looseObject({ eos_token_id: z.union([id, z.array(id)]).nullish() })

/**
 * The chat template of a Hugging Face folder: chat_template.jinja, or `chat_template` of tokenizer_config.json, of several the
 * one named `default`.
 *
 * @returns `null` if it has none: the model was not made for conversations.
 * @throws {RangeError} if a file is there and wrong, naming it.
 */
export async function loadChat(folder: string): Promise<ChatTemplate | null> {
  const config = await read(folder, 'tokenizer_config.json', configForm)
  const own = await readIfThere(join(folder, 'chat_template.jinja'))
  const source = own?.toString('utf8') ?? templateOf(config?.chat_template)
  if (source === undefined) return null
  const generation =
    (await read(folder, 'generation_config.json', generationForm)) ??
    (await read(folder, 'config.json', z.preprocess(withClassDefaults, generationForm)))
  return { source, tokens: tokensOf(config ?? {}), end: [generation?.eos_token_id ?? []].flat() }
}

async function read<T>(folder: string, name: string, form: z.ZodType<T>): Promise<T | undefined> {
  const path = join(folder, name)
  const bytes = await readIfThere(path)
  return bytes === undefined ? undefined : parsed(path, form, parseJson(bytes, path))
}

function templateOf(found: z.output<typeof configForm>['chat_template']): string | undefined {
  if (typeof found === 'string') return found
  return found?.find(({ name }) => name === 'default')?.template
}

function tokensOf(config: Partial<z.output<typeof configForm>>): Readonly<Record<string, string>> {
  const { bos_token, eos_token, pad_token, unk_token } = config
  const all = { bos_token, eos_token, pad_token, unk_token }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : value.content]],
    ),
  )
}
