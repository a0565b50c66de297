/** GCDOne_Counting: how many numbers from 1 to n have no divisor but 1 in common with k. `GCDOne_Counting 5 6` (n, k) → `2`. */
import { defineFamily } from '../family/family.ts'
import { exactReward } from '../family/rewards.ts'
import { largestNumberWord, numbersOf } from '../family/words.ts'
import { greatestCommonDivisor } from './euclid.ts'

interface Coprime {
  readonly upTo: number
  readonly to: number
}

const least = 2
const top = 12

const isCoprime = (number: number, to: number): boolean => greatestCommonDivisor(number, to) === 1

const countOfCoprime = ({ upTo, to }: Coprime): number =>
  Array.from({ length: upTo }, (_, index) => index + 1).filter(number => isCoprime(number, to)).length

export const gcdOneCounting = defineFamily<Coprime>({
  name: 'GCDOne_Counting',
  rule: 'n k. Count the numbers from 1 to n that have no divisor but 1 in common with k',
  top,
  words: () => 4,
  generate: (level, random) => ({ upTo: least + level, to: 2 + random.integer(largestNumberWord - 1) }),
  write: ({ upTo, to }) => [[upTo, to]],
  read: ([row = [], ...rows]) => {
    const [upTo = 0, to = 0, ...more] = numbersOf(row) ?? []
    const isPlain = rows.length === 0 && more.length === 0 && upTo >= least && upTo <= least + top && to >= 2
    return isPlain ? { upTo, to } : null
  },
  level: ({ upTo }) => upTo - least,
  solve: problem => [countOfCoprime(problem)],
  reward: (problem, answer) => exactReward([countOfCoprime(problem)], answer),
  part: ({ upTo, to }, [answer]) => ({
    problem: { upTo: upTo - 1, to },
    answer: [Number(answer) - (isCoprime(upTo, to) ? 1 : 0)],
  }),
})
