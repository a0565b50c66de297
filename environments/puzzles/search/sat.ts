/**
 * SAT: values of variables that make every clause true. `SAT a b ; a B ; A b` (variables; clauses, a capital negates) → one word a
 * variable, `a b` or `A B`.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'

interface Formula {
  readonly variables: number
  /** Words. */
  readonly clauses: readonly (readonly string[])[]
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const least = 2
const top = letters.length - least
const clausesOf = (variables: number): number => 2 * variables
const maxClauses = clausesOf(letters.length)

/** Every word of a formula. */
export const literals: readonly string[] = letters.flatMap(letter => [letter, letter.toUpperCase()])

const negated = (word: string): string => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase())

const satisfies = (values: readonly string[], clauses: Formula['clauses']): boolean =>
  clauses.every(clause => clause.some(word => values.includes(word)))

/** The first assignment, true before false; `null` if unsatisfiable. */
function assignment({ variables, clauses }: Formula, values: readonly string[] = []): readonly string[] | null {
  if (clauses.some(clause => clause.every(word => values.includes(negated(word))))) return null
  if (values.length === variables) return values
  const letter = nth(letters, values.length)
  return (
    assignment({ variables, clauses }, [...values, letter]) ??
    assignment({ variables, clauses }, [...values, letter.toUpperCase()])
  )
}

export const sat = defineFamily<Formula>({
  name: 'SAT',
  rule: 'variables; clauses, where a capital negates. Give one letter a variable, in order, that make every clause true',
  top,
  words: level => 1 + 2 * (least + level) + 4 * clausesOf(least + level),
  generate: (level, random) => {
    const variables = least + level
    const hidden = letters.slice(0, variables).map(letter => (random.integer(2) === 0 ? letter : negated(letter)))
    const clauses = Array.from({ length: clausesOf(variables) }, () => {
      const chosen = random.shuffle(hidden).slice(0, Math.min(variables, 2 + random.integer(2)))
      const [kept = '', ...others] = chosen
      return random.shuffle([kept, ...others.map(word => (random.integer(2) === 0 ? word : negated(word)))])
    })
    return { variables, clauses }
  },
  write: ({ variables, clauses }) => [letters.slice(0, variables), ...clauses],
  read: ([names = [], ...clauses]) => {
    const variables = names.length
    if (variables < least || variables > letters.length || clauses.length > maxClauses) return null
    const known = literals.slice(0, 2 * variables)
    const isPlain = (clause: readonly string[]): boolean =>
      clause.length > 0 && clause.length <= 3 && clause.every(word => known.includes(word))
    if (!clauses.every(isPlain)) return null
    return assignment({ variables, clauses }) === null ? null : { variables, clauses }
  },
  level: ({ variables }) => variables - least,
  solve: formula => assignment(formula) ?? [],
  reward: ({ variables, clauses }, answer) => {
    if (!answer.every(word => literals.includes(word))) return malformedAnswer
    const isWhole = answer.length === variables && answer.every((word, index) => word.toLowerCase() === letters[index])
    if (!isWhole) return invalidAnswer
    return satisfies(answer, clauses) ? rightAnswer : wrongAnswer
  },
  /** The last variable has its value: clauses that it makes true are gone, and its negation from the others. */
  part: ({ variables, clauses }, answer) => {
    const last = nth(answer, variables - 1)
    const rest = clauses
      .filter(clause => !clause.includes(last))
      .map(clause => clause.filter(word => word !== negated(last)))
    return { problem: { variables: variables - 1, clauses: rest }, answer: answer.slice(0, -1) }
  },
})
