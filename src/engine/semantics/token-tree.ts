import type { Sequence } from '../../contracts/models/device.ts'

/** Tokens as a tree that grows: each has the token before it as its parent. */
interface TokenTree {
  /**
   * Appends a run of tokens.
   *
   * @param after index of the token before the first of them; −1 begins the sequence.
   * @returns index of the last one, `after` for an empty run.
   */
  readonly append: (run: Int32Array, after: number) => number
  /** Tokens so far. */
  readonly size: () => number
  readonly sequence: () => Sequence
}

export function createTokenTree(): TokenTree {
  const tokens: number[] = []
  const parents: number[] = []
  return {
    append: (run, after) => {
      let parent = after
      for (const token of run) {
        parents.push(parent)
        parent = tokens.push(token) - 1
      }
      return parent
    },
    size: () => tokens.length,
    sequence: () => ({ tokens: Int32Array.from(tokens), parents: Int32Array.from(parents) }),
  }
}
