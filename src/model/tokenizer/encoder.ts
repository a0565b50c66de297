import { concatenated } from '../tensors/side-by-side.ts'
import type { AddedToken } from './added-tokens.ts'
import { escaped } from './longest-match.ts'
import type { Passage, Tokenizer } from './tokenizer.ts'

type Mark = Pick<AddedToken, 'id' | 'content'> & Partial<Pick<AddedToken, 'lstrip' | 'rstrip'>>

/** As Unicode has it: `\s` has U+FEFF too, and lacks U+0085. */
const space = '\\p{White_Space}*'
const around = new RegExp(`^${space}|${space}$`, 'gu')

/**
 * Cuts passages into ids of added tokens and the texts between them. A token is found only where one marked passage holds all of
 * it, the longest first, so plain text never becomes one, neither alone nor together with its surroundings.
 */
function findAdded(added: readonly Mark[]): (passages: readonly Passage[]) => readonly (number | string)[] {
  const ids = new Map(added.map(({ content, id }) => [content, id]))
  const longest = [...added].filter(({ content }) => content !== '').sort((a, b) => b.content.length - a.content.length)
  const any = longest.map(
    ({ content, lstrip, rstrip }) =>
      `${lstrip === true ? space : ''}${escaped(content)}${rstrip === true ? space : ''}`,
  )
  const cut = new RegExp(any.length === 0 ? '(?!)' : `(${any.join('|')})`, 'u')
  return passages => {
    const found: (number | string)[] = []
    const add = (part: number | string): void => {
      const last = found.at(-1)
      if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part
      else if (part !== '') found.push(part)
    }
    for (const { text, marked } of passages) {
      const parts = marked ? text.split(cut) : [text]
      parts.forEach((part, index) =>
        add(index % 2 === 1 ? (ids.get(part) ?? ids.get(part.replace(around, '')) ?? part) : part),
      )
    }
    return found
  }
}

/** Characters of the texts whose ids are remembered; the oldest make room for a new one. */
const mostCharacters = 2 ** 20

/** Ids of added tokens, and between them those of texts: once worked out for each, for groups begin alike and worlds repeat themselves. */
export function encoderOf(
  added: readonly Mark[],
  encodeText: (text: string) => ArrayLike<number>,
): Tokenizer['encode'] {
  const cutAtAdded = findAdded(added)
  const texts = new Map<string, ArrayLike<number>>()
  let characters = 0
  const remembered = (text: string): ArrayLike<number> => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const ids = encodeText(text)
    texts.set(text, ids)
    characters += text.length
    for (const [oldest] of texts) {
      if (characters <= mostCharacters) break
      texts.delete(oldest)
      characters -= oldest.length
    }
    return ids
  }
  return text => {
    const parts = cutAtAdded(typeof text === 'string' ? [{ text, marked: true }] : text)
    return concatenated(
      Int32Array,
      parts.map(part => (typeof part === 'number' ? [part] : remembered(part))),
    )
  }
}
