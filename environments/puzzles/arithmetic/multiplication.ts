/**
 * Multiplication by a digit. All numbers are written from the ones on, as they are worked out: `Multiplication 3 1 ; 4` (13 · 4) →
 * `2 5` (52).
 * Departure: one factor has a single digit, and the other one more a level.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { exactReward } from '../family/rewards.ts'
import { digitsIn } from '../family/words.ts'

interface Product {
  /** From the ones on; the last may be 0. */
  readonly digits: readonly number[]
  readonly times: number
}

const top = 6

const valueOf = (digits: readonly number[]): number => digits.reduceRight((sum, digit) => 10 * sum + digit, 0)

const digitsFromOnes = (value: number): readonly number[] => [...String(value)].reverse().map(Number)

const productOf = ({ digits, times }: Product): readonly number[] => digitsFromOnes(valueOf(digits) * times)

export const multiplication = defineFamily<Product>({
  name: 'Multiplication',
  rule: 'the digits of a number, ones first; a factor. Give the digits of the product, ones first',
  top,
  words: level => 2 * (level + 1) + 4,
  generate: (level, random) => ({
    digits: [...Array.from({ length: level }, () => random.integer(10)), 1 + random.integer(9)],
    times: 2 + random.integer(8),
  }),
  write: ({ digits, times }) => [digits, [times]],
  read: ([row = [], factor = [], ...more]) => {
    const digits = digitsIn(row)
    const [times = 0, ...others] = digitsIn(factor) ?? []
    const isPlain = times >= 2 && others.length === 0 && more.length === 0
    return isPlain && digits !== null && digits.length <= top + 1 ? { digits, times } : null
  },
  level: ({ digits }) => digits.length - 1,
  solve: productOf,
  reward: (product, answer) => exactReward(productOf(product), answer),
  /** Without the greatest digit, whose product goes from the answer. */
  part: ({ digits, times }, answer) => {
    const last = digits.length - 1
    return {
      problem: { digits: digits.slice(0, -1), times },
      answer: digitsFromOnes(valueOf(answer.map(Number)) - nth(digits, last) * 10 ** last * times),
    }
  },
})
