/** Sorting: the numbers in ascending order. `Sorting 7 3 9` → `3 7 9`. */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { listReward } from '../family/rewards.ts'
import { numbersOf } from '../family/words.ts'

/** How many numbers by level: from 3, N ← ⌊1.1 N + 1⌋. */
const sizes = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16] as const

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

export const sorting = defineFamily<readonly number[]>({
  name: 'Sorting',
  rule: 'numbers. Give them in ascending order',
  top: sizes.length - 1,
  words: level => 1 + 2 * nth(sizes, level),
  generate: (level, random) => {
    const size = nth(sizes, level)
    return Array.from({ length: size }, () => random.integer(5 * size + 1))
  },
  write: numbers => [numbers],
  read: ([row = [], ...more]) => {
    const numbers = numbersOf(row)
    return numbers === null || more.length > 0 || !sizes.some(size => size === numbers.length) ? null : numbers
  },
  level: numbers => sizes.findIndex(size => size === numbers.length),
  solve: sorted,
  reward: (numbers, answer) => listReward(sorted(numbers), answer),
  /** Leaving out the last numbers leaves the others in order. */
  part: (numbers, answer) => {
    const level = sizes.findIndex(size => size === numbers.length)
    const kept = numbers.slice(0, nth(sizes, level - 1))
    const gone = numbers.slice(kept.length).map(String)
    return {
      problem: kept,
      answer: gone.reduce((words, word) => words.toSpliced(words.indexOf(word), 1), [...answer]),
    }
  },
})
