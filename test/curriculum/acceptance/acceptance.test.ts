import test from 'ava'
import { accepts } from '../../../src/curriculum/acceptance/acceptance.ts'
import { directionOf, type Band } from '../../../src/curriculum/acceptance/direction.ts'
import type { Direction } from '../../../src/contracts/worlds/environment.ts'
import { acceptsSoundly } from '../../../src/curriculum/acceptance/sound-acceptance.ts'
import { binomial } from '../../../src/math/binomial.ts'
import type { Count } from '../../../src/math/wilson.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

type AcceptanceDecision = (direction: Direction, current: Count, proposed: Count, band: Band) => boolean

const paper: AcceptanceDecision = (direction, current, proposed, band) =>
  accepts(
    direction,
    { accuracy: current.successes / current.trials, proposedAccuracy: proposed.successes / proposed.trials },
    band,
  )
const sound: AcceptanceDecision = (direction, current, proposed, band) =>
  acceptsSoundly(direction, { current, proposed }, { band })

test('directions and decisions are those of the worked numbers', t => {
  for (const { low, high, accuracy, proposedAccuracy, direction, accepted } of formulas.acceptance) {
    t.is(directionOf(accuracy, { low, high }), direction)
    if (direction !== null) t.true(accepts(direction, { accuracy, proposedAccuracy }, { low, high }) === accepted)
  }
})

test('on an edge of the band nothing is proposed and nothing accepted', t => {
  t.is(directionOf(0.2), null)
  t.is(directionOf(0.8), null)
  t.false(accepts('harder', { accuracy: 1, proposedAccuracy: 0.2 }))
  t.false(accepts('easier', { accuracy: 0, proposedAccuracy: 0.8 }))
  t.true(accepts('harder', { accuracy: 1, proposedAccuracy: 0.9 }), 'it may still lie above the band')
})

/** The chance that a task of this true rate, once found too hard and proposed again unchanged, is accepted as easier. */
function falseAcceptance(rate: number, rule: AcceptanceDecision): number {
  const trials = 8
  const band = { low: 0.2, high: 0.8 }
  const chances = [...binomial(trials, rate).entries()]
  const tooHard = chances.filter(([successes]) => directionOf(successes / trials, band) === 'easier')
  const joint = tooHard.flatMap(([before, chance]) =>
    chances
      .filter(([after]) => rule('easier', { successes: before, trials }, { successes: after, trials }, band))
      .map(([, chanceAfter]) => chance * chanceAfter),
  )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return sum(joint) / sum(tooHard.map(([, chance]) => chance))
}

test('of 8 episodes an unchanged task of true rate 0.1 passes as easier with probability 0.39, by `sound` 0.02', t => {
  near(t, falseAcceptance(0.1, paper), 0.39, 0.005)
  near(t, falseAcceptance(0.1, sound), 0.02, 0.005)
})

test('the intervals must not overlap', t => {
  const current = { successes: 8, trials: 8 }
  t.true(acceptsSoundly('harder', { current, proposed: { successes: 4, trials: 8 } }))
  t.false(acceptsSoundly('harder', { current, proposed: { successes: 7, trials: 8 } }))
  t.false(acceptsSoundly('harder', { current, proposed: { successes: 0, trials: 8 } }), 'overshoots the band')
})

test('the band may be all of [0, 1]: then nothing is too hard or too easy', t => {
  for (const accuracy of [0, 0.5, 1]) t.is(directionOf(accuracy, { low: 0, high: 1 }), null)
})

test('the same rate is no change, however little confidence is asked for', t => {
  const half = { successes: 4, trials: 8 }
  for (const direction of ['harder', 'easier'] as const)
    t.false(acceptsSoundly(direction, { current: half, proposed: half }, { confidence: Number.MIN_VALUE }))
})

test('more confidence never accepts more', t => {
  for (let successes = 0; successes <= 16; successes += 1) {
    const pair = { current: { successes: 15, trials: 16 }, proposed: { successes, trials: 16 } }
    const by = [0.5, 0.8, 0.95, 0.999].map(confidence => acceptsSoundly('harder', pair, { confidence }))
    by.reduce((looser, stricter) => (t.true(looser || !stricter), stricter))
  }
})

test('bad rates and bands are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  const one = { successes: 1, trials: 1 }
  refused(() => directionOf(1.2), /accuracy must be in \[0, 1\], got 1.2/)
  refused(() => directionOf(-0.1), /accuracy must be in \[0, 1\], got -0.1/)
  refused(() => directionOf(0.5, { low: 0.8, high: 0.2 }), /got low 0.8 and high 0.2/)
  refused(() => directionOf(0.5, { low: 0.5, high: 0.5 }), /got low 0.5 and high 0.5/)
  refused(() => directionOf(0.5, { low: -0.1, high: 0.8 }), /got low -0.1 and high 0.8/)
  refused(() => accepts('harder', { accuracy: 1, proposedAccuracy: 0.5 }, { low: 0.2, high: 1.1 }), /and high 1.1/)
  refused(() => accepts('harder', { accuracy: 1, proposedAccuracy: Number.NaN }), /proposedAccuracy must be in/)
  refused(() => accepts('other' as Direction, { accuracy: 1, proposedAccuracy: 1 }), /direction must be .* got 'other'/)
  refused(() => acceptsSoundly('harder', { current: one, proposed: one }, { confidence: 1 }), /confidence must be in/)
  refused(
    () => acceptsSoundly('harder', { current: one, proposed: { successes: 2, trials: 1 } }),
    /successes must be an integer in \[0, 1\], got 2/,
  )
})
