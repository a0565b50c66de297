/**
 * RAGEN's bandit: two arms with names, in random order, and one pull. The low arm pays 0.15 for sure, the high arm 1 with
 * probability 0.25. Rewards are the payouts; to pull the high arm is a win even if it pays nothing. In the reversed game the
 * names have changed places: those that sound safe are risky.
 * Source: RAGEN, arXiv 2504.20073, Bandit and BanditRev; the names of the first two pairs and of the last are its own.
 */
import type { Board } from '../kernel/board.ts'
import type { Game } from '../kernel/game.ts'

/** Names of a low arm and of a high one. */
export const arms = [
  ['Phoenix', 'Dragon'],
  ['Teacher', 'Engineer'],
  ['Gardener', 'Pilot'],
  ['Tortoise', 'Hare'],
  ['Clerk', 'Inventor'],
  ['Miller', 'Explorer'],
  ['Shepherd', 'Sailor'],
  ['Librarian', 'Trader'],
] as const

export const lowPays = 0.15
export const highChance = 0.25

export const bandit = (names: 'as told' | 'reversed'): Game => {
  const place = names === 'as told' ? 1 : 0
  const isHigh = (name: string): boolean => arms.some(pair => pair[place] === name)
  return {
    steps: 1,
    edited: null,
    draw: random => random.shuffle(random.pick(arms)),
    holds: board => board.length === 2 && arms.some(pair => pair.every(name => board.includes(name))),
    layoutOf: board => [...board].sort().join(' '),
    goal: () => 'Pull the arm that pays more.',
    opening: ([one, other]) => `The arms are ${one} and ${other}.`,
    look: (_, { reward }) => (reward === 0 ? 'It pays nothing.' : reward === 1 ? 'It pays much.' : 'It pays little.'),
    actions: board => [...board].sort(),
    move: (board, action, uniform) => {
      const won = isHigh(action)
      return { board, reward: won ? Number(uniform() < highChance) : lowPays, won, lost: !won }
    },
    best: (board: Board) => board.filter(isHigh),
    distance: () => 1,
  }
}
