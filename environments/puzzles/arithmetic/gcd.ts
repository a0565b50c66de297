/** GCD: the greatest common divisor. `GCD 18 12` → `6`. The level counts the divisions of Euclid's algorithm. */
import { defineFamily } from '../family/family.ts'
import { exactReward } from '../family/rewards.ts'
import { dividedOnce, greatestCommonDivisor, ladderOfPairs, type Pair } from './euclid.ts'

export const gcd = defineFamily<Pair>({
  name: 'GCD',
  rule: 'two numbers. Give their greatest common divisor',
  ...ladderOfPairs,
  solve: pair => [greatestCommonDivisor(...pair)],
  reward: (pair, answer) => exactReward([greatestCommonDivisor(...pair)], answer),
  /** One division leaves the divisor as it is. */
  part: (pair, answer) => ({ problem: dividedOnce(pair), answer }),
})
