/** Sequences that begin alike, as one tree in which their common tokens are computed once. Pure. */
import type { Example, Sequence } from '../../../contracts/models/device.ts'
import { nth } from '../../../math/nth.ts'
import { createTokenTree } from '../../semantics/token-tree.ts'
import { isChain, parentsOf } from '../../semantics/tree.ts'

/** Where the tokens of a sequence are. */
interface Place {
  /** Which tree. */
  readonly tree: number
  /** [L] index in it of each token. */
  readonly tokens: Int32Array
}

interface Joined {
  readonly trees: readonly Sequence[]
  /** [sequences] */
  readonly places: readonly Place[]
}

/** Fewest common tokens. Fewer would pay as well; so the starters, whose prompts are shorter, keep the numbers that are known of them. */
const leastShared = 64

/** Most tokens of a tree of several: its attention costs their square. */
const mostTokens = 512

/**
 * Chains that have half of their tokens or more in common are joined; all others stay as they are, in their order. It depends on the
 * sequences alone.
 *
 * @param sharable [sequences] how many leading tokens of each may be shared.
 */
function joinPrefixes(sequences: readonly Sequence[], sharable: readonly number[]): Joined {
  const tokensOf = (index: number): Int32Array => nth(sequences, index).tokens
  const common = (one: number, other: number): number => {
    const [first, second] = [tokensOf(one), tokensOf(other)]
    const most = Math.min(nth(sharable, one), nth(sharable, other))
    let length = 0
    while (length < most && first[length] === second[length]) length += 1
    return length
  }
  const places: Place[] = []
  const trees = groupsOf(sequences, common).map((members, tree) => {
    const [only = 0, ...more] = members
    if (more.length === 0) {
      places[only] = { tree, tokens: tokensOf(only).map((_, token) => token) }
      return nth(sequences, only)
    }
    const grown = createTokenTree()
    let path = new Int32Array(0)
    members.forEach((index, member) => {
      const shared = member === 0 ? 0 : common(nth(members, member - 1), index)
      const [before, first] = [path, grown.size()]
      grown.append(tokensOf(index).subarray(shared), shared === 0 ? -1 : nth(before, shared - 1))
      path = tokensOf(index).map((_, token) => (token < shared ? nth(before, token) : first + token - shared))
      places[index] = { tree, tokens: path }
    })
    return grown.sequence()
  })
  return { trees, places }
}

/** The members of each tree, one after the other as in a dictionary; the trees in the order of their earliest members. */
function groupsOf(
  sequences: readonly Sequence[],
  common: (one: number, other: number) => number,
): readonly (readonly number[])[] {
  const lengthOf = (index: number): number => nth(sequences, index).tokens.length
  const all = [...sequences.keys()]
  const isJoinable = sequences.map(sequence => isChain(parentsOf(sequence)))
  const groups = all.filter(index => !isJoinable[index]).map(index => [index])
  const chains = all.filter(index => isJoinable[index])
  chains.sort((one, other) => order(nth(sequences, one).tokens, nth(sequences, other).tokens))
  let size = 0
  chains.forEach((index, place) => {
    const before = chains[place - 1] ?? index
    const shared = place === 0 ? 0 : common(before, index)
    const isAlike = shared >= leastShared && 2 * shared >= Math.max(lengthOf(before), lengthOf(index))
    size += lengthOf(index) - shared
    if (isAlike && size <= mostTokens) return groups.at(-1)?.push(index)
    size = lengthOf(index)
    return groups.push([index])
  })
  return groups.sort((one, other) => Math.min(...one) - Math.min(...other))
}

/** As words in a dictionary: by their first different token. */
function order(one: Int32Array, other: Int32Array): number {
  const at = one.findIndex((token, index) => token !== other[index])
  return at < 0 ? one.length - other.length : nth(one, at) - (other[at] ?? -1)
}

/** Examples with their sequences joined before their first spans. */
export function joinExamples(examples: readonly Example[]): readonly Example[] {
  const { trees, places } = joinPrefixes(
    examples.map(({ sequence }) => sequence),
    examples.map(({ spans }) => Math.min(...spans.map(({ start }) => start))),
  )
  const joined = trees.map((sequence): { sequence: Sequence; spans: Example['spans'][number][] } => ({
    sequence,
    spans: [],
  }))
  examples.forEach(({ spans }, index) => {
    const { tree, tokens } = nth(places, index)
    for (const span of spans) {
      const start = nth(tokens, span.start)
      nth(joined, tree).spans.push({ ...span, start, end: start + span.end - span.start })
    }
  })
  return joined
}
