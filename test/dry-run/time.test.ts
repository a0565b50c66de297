import test from 'ava'
import fc from 'fast-check'
import { forecastTime } from '../../src/dry-run/time/forecast-time.ts'
import { turnsInSequence, type Demand } from '../../src/dry-run/time/demand.ts'
import { paceOfEngine, paceOfRun, type Pace } from '../../src/dry-run/time/pace.ts'

const demand: Demand = { read: 10, written: 20, scored: 30, trained: 60, turns: [4, 1, 3, 2] }
const pace: Pace = { read: 0.1, written: 0.1, scored: 0.01, trained: 0.02, turn: 0.5, rest: 0.25 }
const run = { pace, demand, measured: demand, iterations: 10, evaluations: 2, slots: 2, staleness: 0, sampledBeside: 0 }

test('episodes begin as slots become free: of 4, 1, 3 and 2 turns in two slots the last is over after 6', t => {
  t.deepEqual(
    [1, 2, 3, 4, 9].map(count => turnsInSequence(demand.turns, count)),
    [10, 6, 4, 4, 4],
  )
  t.is(turnsInSequence([], 3), 0)
})

test('synchronous: rollout and training follow each other', t => {
  /* 3 s of the engine and 6 turns of .5 s; 1.5 s of training; .25 s besides. */
  t.like(forecastTime(run), {
    ...{ rollout: 6, training: 1.5, iteration: 7.75, run: 10 * 7.75 + 2 * 6 },
    ...{ samplerIdle: 1 - 6 / 7.75, trainerIdle: 1 - 1.5 / 7.75 },
    best: { atOnce: 3 },
  })
})

test('ahead: two iterations beside each other take a rollout and a training; none is shorter than its slots or its device allow', t => {
  const wide = { ...run, slots: 4 }
  t.is(forecastTime({ ...wide, staleness: 1 }).iteration, (5 + 1.5) / 2 + 0.25)
  t.is(forecastTime({ ...wide, staleness: 9 }).iteration, 1.5 + 0.25)
  t.is(forecastTime({ ...wide, staleness: 9, sampledBeside: 1 }).iteration, 3 + 1.5 + 0.25)
  t.is(forecastTime({ ...run, staleness: 9 }).iteration, (0.5 * 10) / 2 + 0.25)
  t.is(forecastTime({ ...wide, pace: { ...pace, rest: 0 }, staleness: 9 }).trainerIdle, 0)
  t.is(forecastTime({ ...wide, staleness: 9 }).best.staleness, 4)
})

test('ahead on one device: what plays and what trains delay each other, and neither counts as idle meanwhile', t => {
  const alone = { ...run, pace: { ...pace, rest: 0 }, slots: 4, staleness: 1 }
  const near = (value: number, expected: number): boolean => Math.abs(value - expected) < 1e-12
  const { samplerIdle, trainerIdle } = forecastTime({ ...alone, sampledBeside: 1 })
  t.is(samplerIdle, 0)
  t.true(near(trainerIdle, 1 - (1.5 + 1.5) / 4.5))
  t.true(near(forecastTime(alone).trainerIdle, 1 - 1.5 / 3.25))

  /* 3 s of sampling, 1.5 s of training and 2 s besides. In turns with three models 1 s of training delays sampling, which delays the others. */
  const resting = { ...alone, pace: { ...pace, turn: 0, rest: 2 } }
  for (const [sampledBeside, rollout, training] of [
    [1, 3 + 1.5, 1.5 + 1.5 * (1.5 / 3.5)],
    [3, 3 + 1, 1.5 + 3 * (1.5 / 3.5)],
  ] as const) {
    const found = forecastTime({ ...resting, sampledBeside })
    t.true(near(found.samplerIdle, 1 - rollout / 6.5) && near(found.trainerIdle, 1 - training / 6.5))
  }
})

test('by the rates of an engine it is the time of its tokens, by the size of the model', t => {
  const rates = { settings: [], parameters: 1000, perSecond: { sample: 10, logprobs: 20, train: 5 } }
  const asked = { ...demand, written: 100 * 3000, scored: 40 * 3000, trained: 10 * 3000 }
  const alone = forecastTime({ ...run, pace: paceOfEngine(rates), demand: asked, evaluations: 0 })
  t.true(Math.abs(alone.run - 3 * 10 * (10 + 2 + 2)) < 1e-9)
  t.is(alone.best.atOnce, null)
})

test('an iteration of which nothing is computed here takes no time, and its shares are numbers', t => {
  const rates = { settings: [], parameters: 1000, perSecond: { sample: 10, logprobs: 20, train: 5 } }
  const nothing = { read: 0, written: 0, scored: 0, trained: 0, turns: [3, 2] }
  const found = forecastTime({ ...run, pace: paceOfEngine(rates), demand: nothing, measured: nothing })
  t.like(found, { iteration: 0, samplerIdle: 0, trainerIdle: 0, run: 0 })
})

const amount = fc.double({ min: 0.1, max: 1e4, noNaN: true })
const turns = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 })

test('a forecast by a run of the same configuration is that run', t => {
  fc.assert(
    fc.property(
      fc.record({ read: amount, written: amount, scored: amount, trained: amount, turns }),
      fc.record({
        rollout: amount,
        playing: fc.double({ min: 0, max: 1, noNaN: true }),
        training: amount,
        rest: amount,
      }),
      fc.integer({ min: 1, max: 50 }),
      (own, { rollout, playing, training, rest }, slots) => {
        const total = rollout + training + rest
        const use = { verb: 'sample', model: 'policy', ms: playing * rollout }
        const time = { total: total + 7, waiting: rollout, rollout, 'train policy': training, evaluation: 7 }
        const line = { time, speed: { device: [use, { ...use, model: 'elsewhere' }, { ...use, verb: 'release' }] } }
        const found = forecastTime({
          ...{ ...run, demand: own, slots },
          pace: paceOfRun([line as never], own, { here: ['policy'], slots }),
        })
        const near = (value: number, expected: number): boolean => Math.abs(value - expected) <= 1e-9 * expected
        t.true(near(found.iteration, total / 1000) && near(found.rollout, rollout / 1000))
        t.true(near(found.training, training / 1000))
      },
    ),
  )
})
