/** Sequences as trees: the parent and the depth of each token. */
import type { Sequence } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'

/** [L] the parent of each token, −1 for a first. */
export function parentsOf({ tokens, parents }: Sequence): Int32Array {
  return parents ?? tokens.map((_, index) => index - 1)
}

/** [L] how many ancestors each token has: its position. */
export function depthsOf(parents: Int32Array): Int32Array {
  const depths = new Int32Array(parents.length)
  parents.forEach((parent, index) => {
    depths[index] = parent < 0 ? 0 : nth(depths, parent) + 1
  })
  return depths
}

/** Whether every token follows the one before it, as in plain text. */
export function isChain(parents: Int32Array): boolean {
  return parents.every((parent, index) => parent === index - 1)
}
