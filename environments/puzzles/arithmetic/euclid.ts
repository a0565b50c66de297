/** Euclid's algorithm on numbers that are one token each. Pure. */
import type { Random } from '../../../src/math/random.ts'
import { largestNumberWord, numbersOf } from '../family/words.ts'

/** Greater first, both at least 1. */
export type Pair = readonly [greater: number, lesser: number]

export const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

/** Divisions until the remainder is 0. */
const divisionsOf = ([greater, lesser]: Pair): number =>
  greater % lesser === 0 ? 1 : 1 + divisionsOf([lesser, greater % lesser])

/** Most divisions of the ladders: there are hardly any pairs with more. */
const maxDivisions = 7

const pairsByDivisions: readonly (readonly Pair[])[] = (() => {
  const lists: Pair[][] = Array.from({ length: 12 }, () => [])
  for (let greater = 2; greater <= largestNumberWord; greater += 1)
    for (let lesser = 1; lesser < greater; lesser += 1) lists[divisionsOf([greater, lesser])]?.push([greater, lesser])
  return lists
})()

/** A pair of numbers that takes so many divisions. */
const drawPair = (divisions: number, random: Random): Pair => random.pick(pairsByDivisions[divisions] ?? [])

/** The pair in the single row of a problem; `null` if it has no such row, or its ladder does not reach it. */
function pairIn([row = [], ...more]: readonly (readonly string[])[]): Pair | null {
  const [greater, lesser, ...others] = numbersOf(row) ?? []
  if (greater === undefined || lesser === undefined || others.length > 0 || more.length > 0) return null
  if (lesser < 1 || greater <= lesser || divisionsOf([greater, lesser]) > maxDivisions) return null
  return [greater, lesser]
}

/** After one division; of a pair that takes at least two. */
export const dividedOnce = ([greater, lesser]: Pair): Pair => [lesser, greater % lesser]

/** Common to the families of such pairs: the level counts the divisions. */
export const ladderOfPairs = {
  top: maxDivisions - 1,
  words: () => 4,
  generate: (level: number, random: Random): Pair => drawPair(level + 1, random),
  write: (pair: Pair) => [pair],
  read: pairIn,
  level: (pair: Pair): number => divisionsOf(pair) - 1,
}
