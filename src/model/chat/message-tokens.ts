/**
 * Messages as tokens and back, for models whose tokenizer is not known here: a token is a byte of the text, or the beginning or
 * the end of a message. So those that sample by messages are asked as all others are.
 */
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { specialToken } from '../tokenizer/added-tokens.ts'
import type { ChatMessage } from './chat-message.ts'

const begin = 256
const end = 257
const names = ['<|begin|>', '<|end|>']

/** The tokenizer.json of it. */
export const messageTokenizerJson = JSON.stringify({
  version: '1.0',
  added_tokens: names.map((content, index) => specialToken(begin + index, content)),
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: null,
  decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
  model: { type: 'BPE', vocab: Object.fromEntries(bytes().map((sign, byte) => [sign, byte])), merges: [] },
})

/** Messages as they are, and nothing else. */
export const messageTemplate: ChatTemplate = {
  source:
    "{% for message in messages %}{{ '<|begin|>' + message['role'] + '\n' + message['content'] + '<|end|>' }}{% endfor %}" +
    "{% if add_generation_prompt %}{{ '<|begin|>assistant\n' }}{% endif %}",
  tokens: { eos_token: '<|end|>' },
  end: [end],
}

/**
 * The messages of a prompt.
 *
 * @throws {RangeError} if it does not end with the head of an answer, or holds something else than messages.
 */
export function messagesOf(prompt: Int32Array): readonly ChatMessage[] {
  const starts = [...prompt.keys()].filter(index => prompt[index] === begin)
  const parts = starts.map((from, index) => prompt.slice(from + 1, starts[index + 1] ?? prompt.length))
  const head = parts.pop()
  if (head === undefined || textOf(head) !== 'assistant\n')
    throw new RangeError('a prompt must end with the head of an answer, got another end')
  return parts.map(part => {
    const stop = part.indexOf(end)
    const [, role = '', content = ''] = /^(\w+)\n(.*)$/s.exec(textOf(stop < 0 ? part : part.slice(0, stop))) ?? []
    if (role === 'system' || role === 'user' || role === 'assistant') return { role, content }
    throw new RangeError(`a message must be of the system, the user or the assistant, got one of '${role}'`)
  })
}

/** An answer's tokens. @param ended whether it came to its end. */
export const answerTokens = (text: string, ended: boolean): Int32Array =>
  Int32Array.of(...new TextEncoder().encode(text), ...(ended ? [end] : []))

const textOf = (tokens: Int32Array): string => new TextDecoder().decode(Uint8Array.from(tokens))

/** The sign that byte-level tokenizers write for each byte. Source: the GPT-2 tokenizer. */
function bytes(): readonly string[] {
  let others = 256
  const isSign = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isSign(byte) ? byte : others++))
}
