import { nth } from './nth.ts'

/** Pairs of the items at the same index. @throws {RangeError} if the lengths differ. */
export function zip<A, B>(as: ArrayLike<A>, bs: ArrayLike<B>): [A, B][] {
  if (as.length !== bs.length) throw new RangeError(`lengths must be equal, got ${as.length} and ${bs.length}`)
  return Array.from(as, (a, index) => [a, nth(bs, index)])
}
