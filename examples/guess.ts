/** A first world: guess a number from 1 to 8 in at most four guesses. Each answer says whether it is higher or lower. */
import type { World } from 'rlanything'

interface GuessTask {
  readonly number: number
}

const largest = 8

export default function guess(): World<GuessTask> {
  return {
    name: 'guess',
    deterministic: true,
    describe: () => 'Guess my number.',
    stepLimit: () => 4,
    generate: (_, random) => ({ number: 1 + random.integer(largest) }),
    parseTask,
    open: ({ number }) => ({
      observation: 'Guess my number.',
      act: action => Promise.resolve(answer(number, Number(action))),
      close: () => Promise.resolve(),
    }),
    language: {
      phrases: [
        ...['Guess my number', 'Yes', 'Higher', 'Lower', 'Nothing happens'],
        ...Array.from({ length: largest }, (_, index) => String(index + 1)),
      ],
      silent: ['.'],
    },
  }
}

function answer(number: number, guessed: number) {
  const isGuess = Number.isInteger(guessed) && guessed >= 1 && guessed <= largest
  const won = guessed === number
  const hint = guessed < number ? 'Higher.' : 'Lower.'
  return { observation: won ? 'Yes.' : isGuess ? hint : 'Nothing happens.', won, score: won ? 1 : 0, label: null }
}

/** @throws {RangeError} if the value is no task. */
function parseTask(value: unknown): GuessTask {
  const number = typeof value === 'object' && value !== null && 'number' in value ? value.number : undefined
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= largest) return { number }
  throw new RangeError(`number must be an integer from 1 to ${largest}, got ${JSON.stringify(number)}`)
}
