/** Laws of every part: it is a function of its arguments, of nothing else, and does not change them. */
import fc from 'fast-check'
import type { Part } from '../../../methods/rlanything/formulation/formulation.ts'
import { law, type Finding, type FormulationLaw, type LawSubject } from '../cases/law.ts'
import { elsewhere, type Surroundings } from '../cases/surroundings.ts'
import { firstDifference, placed, type FirstDifference } from '../../law/first-difference.ts'
import { unlike, type FormulaAnswer, type FormulaCall } from './call.ts'
import { families } from './families.ts'
import { nth } from '../../../math/nth.ts'

/** Each part's own word for its result. */
const words: Readonly<Record<Part, readonly [name: string, sentence: string]>> = {
  stepReward: ['reward', 'the same step has the same reward'],
  advantages: ['advantage', 'the same group has the same advantages'],
  voteRewards: ['vote-reward', 'the same votes have the same rewards'],
  testRewards: ['test-reward', 'the same tests have the same rewards'],
  voteAdvantages: ['vote-advantage', 'the same rewards of votes have the same advantages'],
  accepts: ['decision', 'the same measurements give the same decision'],
  objective: ['loss', 'the same span has the same loss'],
}

const source = 'a run is resumed, and a group credited, in another order, at another time and in another process'

/** The first call of a check, repeated to its end: so a change after many calls is found, too. */
interface Memory {
  first: { readonly call: FormulaCall; readonly answer: FormulaAnswer } | null
}

interface Session {
  readonly family: readonly FormulaCall[]
  /** Calls between, of any part. */
  readonly between: readonly FormulaCall[]
  readonly surroundings: Surroundings
  readonly memory: Memory
}

const hour = 3_600_000
const surroundings: fc.Arbitrary<Surroundings> = fc.record({
  aheadMs: fc.constantFrom(hour, 1, 997, 7 * 60_000, 5 * hour, 72 * hour, 700 * hour, 9_500 * hour, 80_000 * hour),
  chance: fc.constantFrom(0.5, 1e-9, 1 - 1e-9, 0.01, 0.99, 0.3, 0.7),
})

const sessions = (part: Part): fc.Arbitrary<Session> =>
  fc.record({
    family: families[part],
    between: fc.oneof(fc.constant([]), ...Object.values(families)),
    surroundings,
    memory: fc.constant<Memory>({ first: null }),
  })

/** Asks, and asks again in every other way; what differs first. */
function differing(subject: LawSubject, { family, between, surroundings: other, memory }: Session): Finding | null {
  const answers = family.map(call => ({ call, answer: call.ask(subject, 'itself') }))
  for (const call of between) call.ask(subject, 'a copy')
  memory.first ??= nth(answers, 0)
  const backwards = [memory.first, ...answers].toReversed()
  const again = (of: LawSubject, how: string) => {
    for (const { call, answer } of backwards) {
      const { value } = call.ask(of, 'a copy')
      const difference = firstDifference(answer.value, value)
      if (difference !== null) return finding(call, difference, how)
    }
    return null
  }
  const kept = () => {
    for (const { call, answer } of backwards) {
      const difference = firstDifference(answer.value, answer.live)
      if (difference !== null) return finding(call, difference, 'in the same result after later calls')
    }
    return null
  }
  return (
    again(subject, 'asked again, after other calls') ??
    kept() ??
    elsewhere(other, () => again(subject, `at another time (${other.aheadMs} ms later) and by other chance`)) ??
    (subject.another === undefined ? null : again(subject.another, 'of the same file loaded once more')) ??
    turnedRound(subject, answers)
  )
}

/** A change of order must have no effect: the calls are repeated in reverse. */
function turnedRound(
  subject: LawSubject,
  answers: readonly { readonly call: FormulaCall; readonly answer: FormulaAnswer }[],
) {
  for (const { call, answer } of answers.toReversed()) {
    if (call.turned === null) return null
    const value = call.turned(subject)
    const difference = unlike(answer.value, value)
    if (difference !== null) return finding(call, difference, 'turned round, and asked before its like')
  }
  return null
}

function finding(call: FormulaCall, difference: FirstDifference, how: string): Finding {
  const [expected, found] = placed(difference)
  return { table: call.show(), expected: `${expected}, as at first`, found: `${found} ${how}` }
}

const show = ({ family }: Session) => nth(family, 0).show()

/** Two laws a part. */
export const purityLaws: readonly FormulationLaw[] = (Object.keys(words) as Part[]).flatMap(part => {
  const [name, sentence] = words[part]
  return [
    law<Session>({
      name: `${name}-repeats`,
      statement: `${sentence}, whatever was asked between and before, at any time and by any chance`,
      source,
      part,
      enough: 100,
      another: true,
      cases: () => sessions(part),
      show,
      find: differing,
    }),
    law<Session>({
      name: `${name}-keeps-its-input`,
      statement: `${sentence} and is left as it was: nothing that is given is changed`,
      source: 'what one part is given another is given after it',
      part,
      enough: 100,
      cases: () => sessions(part),
      show,
      find: (subject, { family }) => {
        for (const call of family) {
          const spoilt = call.spoilt(subject)
          if (spoilt === null) continue
          const [expected, found] = placed(spoilt)
          return { table: call.show(), expected: `${expected} of what is given`, found: `${found} afterwards` }
        }
        return null
      },
    }),
  ]
})
