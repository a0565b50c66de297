import { concatenated } from '../tensors/side-by-side.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import type { Renderer } from './renderer.ts'
import { writtenText } from './written-text.ts'

/** @param stop tokens each of which ends a text. */
export function rewriting(tokenizer: Tokenizer, stop: readonly number[]): Renderer['rewritten'] {
  const written = writtenText(tokenizer, stop)
  return (tokens, change) => {
    const end = tokens.findIndex(token => stop.includes(token))
    const length = end < 0 ? tokens.length : end
    const first = (count: number): string => written(tokens.slice(0, count))
    const text = first(length)
    const wanted = change(text)
    let kept = length
    /* A space is often one token with what follows. */
    while (kept > 0 && (!wanted.startsWith(first(kept)) || /\s$/.test(first(kept)))) kept -= 1
    const before = first(kept).length
    const restAfter = (count: number): string => text.slice(first(count).length)
    const fits = (rest: string): boolean => wanted.endsWith(rest) && before + rest.length < wanted.length
    let from = length
    while (from > kept + 1 && fits(restAfter(from - 1))) from -= 1
    const changed = wanted.slice(before, wanted.length - restAfter(from).length)
    return concatenated(Int32Array, [tokens.slice(0, kept), tokenizer.encode(changed), tokens.slice(from)])
  }
}
