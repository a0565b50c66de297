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
  added_tokens: names.map((content, index) => specialToken(begin + index, content)),
  model: { type: 'Bytes' },
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
  const starts: number[] = []
  for (let at = prompt.indexOf(begin); at >= 0; at = prompt.indexOf(begin, at + 1)) starts.push(at)
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
export function answerTokens(text: string, ended: boolean): Int32Array {
  const bytes = new TextEncoder().encode(text)
  const tokens = new Int32Array(bytes.length + Number(ended)).fill(end)
  tokens.set(bytes)
  return tokens
}

const textOf = (tokens: Int32Array): string => new TextDecoder().decode(new Uint8Array(tokens))
