/**
 * Division by a digit, with remainder. `Division 8 7 ; 4` → `2 1 ; 3`: as many digits as the dividend has, then the remainder.
 * Departure: the divisor has a single digit, and the dividend one more a level.
 */
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'
import { digitsIn, rowEnd } from '../family/words.ts'

interface Quotient {
  /** The first may be 0. */
  readonly digits: readonly number[]
  readonly by: number
}

const top = 6

/** The quotient's digits, the semicolon, and the remainder. */
function divided({ digits, by }: Quotient): readonly string[] {
  let rest = 0
  const quotient = digits.map(digit => {
    const value = 10 * rest + digit
    rest = value % by
    return String(Math.floor(value / by))
  })
  return [...quotient, rowEnd, String(rest)]
}

export const division = defineFamily<Quotient>({
  name: 'Division',
  rule: 'the digits of a number; a divisor. Give as many digits of the quotient, then ; and the remainder',
  top,
  words: level => 2 * (level + 1) + 5,
  generate: (level, random) => ({
    digits: [1 + random.integer(9), ...Array.from({ length: level }, () => random.integer(10))],
    by: 2 + random.integer(8),
  }),
  write: ({ digits, by }) => [digits, [by]],
  read: ([row = [], divisor = [], ...more]) => {
    const digits = digitsIn(row)
    const [by = 0, ...others] = digitsIn(divisor) ?? []
    const isPlain = by >= 2 && others.length === 0 && more.length === 0
    return isPlain && digits !== null && digits.length <= top + 1 ? { digits, by } : null
  },
  level: ({ digits }) => digits.length - 1,
  solve: divided,
  reward: (quotient, answer) => {
    const gold = divided(quotient)
    const isForm = answer.every((word, index) => (index === answer.length - 2 ? word === rowEnd : /^\d$/.test(word)))
    if (!isForm || answer.length < 3) return malformedAnswer
    if (answer.length !== gold.length) return invalidAnswer
    return answer.every((word, index) => word === gold[index]) ? rightAnswer : wrongAnswer
  },
  /** Without the last digit: nor has the quotient its last one, and the remainder is the number carried to it. */
  part: ({ digits, by }, answer) => {
    const problem = { digits: digits.slice(0, -1), by }
    const value = Number(problem.digits.join(''))
    const quotient = answer.slice(0, problem.digits.length)
    return { problem, answer: [...quotient, rowEnd, value - by * Number(quotient.join(''))] }
  },
})
