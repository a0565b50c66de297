/** Examples that begin alike, as one tree in which their common tokens are computed once. Pure. */
import type { Example } from '../../../contracts/models/device.ts'
import { nth } from '../../../math/nth.ts'
import { createTokenTree } from '../../semantics/token-tree.ts'
import { leastShared } from './common-prefix.ts'
import type { SharedPrefix } from './pack.ts'
import { isChain, parentsOf } from '../../semantics/tree.ts'

/** Most tokens of a tree of several: its attention costs their square. */
const mostTokens = 512

/** Of how many tokens attention costs about as much as all else, measured with SmolLM2-135M. */
const equalTokens = 600

/**
 * Chains that have half of their tokens or more in common, before their spans, are joined; all others stay as they are, in their order. With
 * a prefix that is computed apart, only what lies behind it counts, and they are joined where that makes a member cheaper. It depends on
 * the examples alone.
 *
 * @param prefixes of the examples, as `sharedPrefixes` has them.
 */
export function joinExamples(
  examples: readonly Example[],
  prefixes: readonly (SharedPrefix | null)[],
): readonly Example[] {
  const sharable = examples.map(({ spans }) => Math.min(...spans.map(({ start }) => start)))
  const tokensOf = (index: number): Int32Array => nth(examples, index).sequence.tokens
  const common = (one: number, other: number): number => {
    const [first, second] = [tokensOf(one), tokensOf(other)]
    const most = Math.min(nth(sharable, one), nth(sharable, other))
    let length = 0
    while (length < most && first[length] === second[length]) length += 1
    return length
  }
  const joined = (members: readonly number[]): Example => {
    const tree = createTokenTree()
    /** By member, how much later its own tokens are in the tree. */
    const shifts = new Map<number, number>()
    let path = new Int32Array(0)
    members.forEach((index, place) => {
      const shared = place === 0 ? 0 : common(nth(members, place - 1), index)
      const [before, shift] = [path, tree.size() - shared]
      tree.append(tokensOf(index).subarray(shared), shared === 0 ? -1 : nth(before, shared - 1))
      path = tokensOf(index).map((_, token) => (token < shared ? nth(before, token) : token + shift))
      shifts.set(index, shift)
    })
    const spans = [...shifts]
      .sort(([one], [other]) => one - other)
      .flatMap(([index, shift]) =>
        nth(examples, index).spans.map(span => ({ ...span, start: span.start + shift, end: span.end + shift })),
      )
    return { sequence: tree.sequence(), spans }
  }
  return groupsOf(examples, prefixes, common).map(([first, ...more]) =>
    more.length === 0 ? nth(examples, first) : joined([first, ...more]),
  )
}

type Group = [first: number, ...more: number[]]

/** The members of each tree, one after the other as in a dictionary; the trees in the order of their earliest members. */
function groupsOf(
  examples: readonly Example[],
  prefixes: readonly (SharedPrefix | null)[],
  common: (one: number, other: number) => number,
): readonly Group[] {
  const sequenceOf = (index: number) => nth(examples, index).sequence
  const prefixOf = (index: number): number => nth(prefixes, index)?.length ?? 0
  const lengthOf = (index: number): number => sequenceOf(index).tokens.length - prefixOf(index)
  const all = [...examples.keys()]
  const isJoinable = all.map(index => isChain(parentsOf(sequenceOf(index))))
  const groups = all.filter(index => !isJoinable[index]).map((index): Group => [index])
  const chains = all.filter(index => isJoinable[index])
  chains.sort((one, other) => order(sequenceOf(one).tokens, sequenceOf(other).tokens))
  let size = 0
  chains.forEach((index, place) => {
    const before = chains[place - 1] ?? index
    const prefix = prefixOf(index)
    const isKin = place > 0 && nth(prefixes, before)?.name === nth(prefixes, index)?.name
    const shared = isKin ? common(before, index) - prefix : 0
    const lengths = {
      size,
      shared,
      members: groups.at(-1)?.length ?? 0,
      before: lengthOf(before),
      own: lengthOf(index),
    }
    if (prefix > 0 ? isCheaper(lengths) : isAlike(lengths)) {
      size += lengthOf(index) - shared
      return groups.at(-1)?.push(index)
    }
    size = lengthOf(index)
    return groups.push([index])
  })
  return groups.sort((one, other) => Math.min(...one) - Math.min(...other))
}

/** Tokens and members of a tree, and tokens of a chain that may be joined to it at the last one. */
interface Lengths {
  readonly size: number
  readonly members: number
  readonly shared: number
  readonly before: number
  readonly own: number
}

const isAlike = ({ size, shared, before, own }: Lengths): boolean =>
  shared >= leastShared && 2 * shared >= Math.max(before, own) && size + own - shared <= mostTokens

/** Whether a member costs less on average, where the prefix is computed apart. */
const isCheaper = ({ size, members, shared, own }: Lengths): boolean =>
  shared > 0 && costOf(size + own - shared) * members < costOf(size) * (members + 1)

/** Of so many tokens, in tokens whose attention costs nothing. */
const costOf = (tokens: number): number => tokens + tokens ** 2 / equalTokens

/** As words in a dictionary: by their first different token. */
function order(one: Int32Array, other: Int32Array): number {
  const at = one.findIndex((token, index) => token !== other[index])
  return at < 0 ? one.length - other.length : nth(one, at) - (other[at] ?? -1)
}
