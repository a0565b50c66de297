/**
 * EuclidGame: two players in turn subtract a multiple of the lesser number from the greater, not below 0; who makes a 0 wins. Who
 * does, if both play as well as they can? `EuclidGame 25 7` → `first` or `second`.
 */
import { defineFamily } from '../family/family.ts'
import { malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'
import { dividedOnce, ladderOfPairs, type Pair } from './euclid.ts'

export const players = ['first', 'second'] as const

/** With a quotient of 2 or more the mover may leave either pair to the other; else there is no choice. */
const firstWins = (pair: Pair): boolean => {
  const [greater, lesser] = pair
  return greater % lesser === 0 || greater >= 2 * lesser || !firstWins(dividedOnce(pair))
}

const winner = (pair: Pair): string => (firstWins(pair) ? 'first' : 'second')

export const euclidGame = defineFamily<Pair>({
  name: 'EuclidGame',
  rule: 'two players in turn subtract a multiple of the smaller number from the larger one, and who makes a 0 wins. Say whether first or second can force it',
  ...ladderOfPairs,
  solve: pair => [winner(pair)],
  reward: (pair, answer) => {
    const [name = '', ...more] = answer
    if (more.length > 0 || !players.some(player => player === name)) return malformedAnswer
    return name === winner(pair) ? rightAnswer : wrongAnswer
  },
  /** The pair after one division: a player without a choice wins exactly where the next one to move loses. */
  part: pair => ({ problem: dividedOnce(pair), answer: [winner(dividedOnce(pair))] }),
})
