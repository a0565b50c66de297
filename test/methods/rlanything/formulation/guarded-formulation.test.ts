import test from 'ava'
import { guardedFormulation } from '../../../../src/methods/rlanything/formulation/guarded-formulation.ts'
import type { Formulation } from '../../../../src/methods/rlanything/formulation/formulation.ts'
import { FailedError } from '../../../../src/runtime/errors/failed-error.ts'

const progress = { iteration: 1, iterations: 2 }
const episode = { outcome: 1, score: 1, votes: [[1]], anchorObservations: [''] } as const
const rewarding = (stepReward: () => unknown): Formulation =>
  guardedFormulation({ name: 'b', stepReward: stepReward as () => number }, null)

test('parts keep what they give, and what is no formula is left as it is', t => {
  const objective = { kind: 'cross-entropy' } as const
  const whole = guardedFormulation({ name: 'b', stepReward: (_, step) => step, objective }, '/tmp/b.ts')
  t.is(whole.stepReward?.(episode, 3, progress), 3)
  t.deepEqual(Object.keys(whole).sort(), ['name', 'objective', 'stepReward'])
  t.is(whole.objective, objective)
})

test('what a part throws is told with its place', t => {
  const broken = rewarding(() => {
    throw new Error('boom in reward')
  })
  t.throws(() => broken.stepReward?.(episode, 0, progress), {
    instanceOf: FailedError,
    message: /^the formulation b: stepReward threw: boom in reward \(.*guarded-formulation\.test\.[jt]s:\d+:\d+\)$/,
  })
})

test('a promise, and a value of another type, are named', t => {
  t.throws(() => rewarding(() => Promise.resolve(1)).stepReward?.(episode, 0, progress), {
    message: /stepReward gave a Promise/,
  })
  t.throws(() => rewarding(() => '1').stepReward?.(episode, 0, progress), { message: /must give a number, got "1"$/ })
  const accepts = guardedFormulation({ name: 'b', accepts: () => undefined as never }, '/elsewhere/b.ts').accepts
  t.throws(() => accepts?.({ direction: 'harder' } as never), {
    message: 'the formulation b: accepts must give true or false, got undefined (/elsewhere/b.ts)',
  })
})
