import test from 'ava'
import fc from 'fast-check'
import { armMean } from '../../../src/experiment/results/arm-mean.ts'
import { armsOfRuns } from '../../../src/experiment/results/arms-of-runs.ts'
import type { RunIdentity } from '../../../src/experiment/results/measured-run.ts'
import { armKey, settingDifferences } from '../../../src/experiment/results/setting-differences.ts'
import { near } from '../../laws/near.ts'
import { madeUpRun, unseen } from './made-up-run.ts'

const run = (name: string, seed: number, settings: object = {}): RunIdentity => ({
  ...madeUpRun('', seed, [], settings),
  name,
  directory: `runs/${name}`,
})
const outcome = { feedback: { source: 'outcome' } }
const armsOf = (...runs: RunIdentity[]) =>
  armsOfRuns(runs).map(({ name, runs: own }) => [name, ...own.map(({ seed }) => seed)])

test('runs that differ in the seed alone, or in threads, are one arm', t => {
  t.deepEqual(
    armsOf(
      run('outcome-11', 11, outcome),
      run('full-11', 11),
      run('outcome-12', 12, { ...outcome, engine: { threads: 8, replicas: 4 }, environment: { threads: 3 } }),
      run('full-12', 12, { checkpoint: { every: 3 }, supervision: { hangMs: 9000 } }),
    ),
    [
      ['outcome', 11, 12],
      ['full', 11, 12],
    ],
  )
})

test('an arm has the name of its folders without the seed, where that is one name and no other has it', t => {
  t.deepEqual(armsOf(run('a_seed7', 7), run('b 7', 7, outcome)), [
    ['a', 7],
    ['b', 7],
  ])
  t.deepEqual(armsOf(run('first', 1), run('second', 2), run('third', 1, outcome)), [
    ['first', 1, 2],
    ['third', 1],
  ])
  t.deepEqual(armsOf(run('run-1', 1), run('run-2', 2, outcome)), [
    ['run-1', 1],
    ['run-2', 2],
  ])
  const twice = [run('run-1', 1), { ...run('run-1', 1, outcome), directory: 'elsewhere/run-1' }]
  t.deepEqual(armsOf(...twice), [
    ['runs/run-1', 1],
    ['elsewhere/run-1', 1],
  ])
})

test('no two arms have one name, whatever their folders are called', t => {
  const named = fc.record({
    name: fc.constantFrom('b', 'b-5', 'b-5-7', 'b-7', 'b-7-5'),
    seed: fc.constantFrom(5, 7),
    rooms: fc.nat(5),
  })
  fc.assert(
    fc.property(fc.uniqueArray(named, { selector: ({ name }) => name }), all => {
      const arms = armsOfRuns(
        all.map(({ name, seed, rooms }) => run(name, seed, { environment: { options: { rooms } } })),
      )
      t.is(new Set(arms.map(({ name }) => name)).size, arms.length)
    }),
  )
})

test('runs have one key exactly if no setting tells them apart, in whatever order it is written', t => {
  const part = fc.constantFrom(
    null,
    1,
    [],
    [{ a: 1, b: 2 }],
    [{ b: 2, a: 1 }],
    { a: 1, b: null },
    { b: null, a: 1 },
    {},
  )
  const options = fc.dictionary(fc.constantFrom('rooms', 'items'), part)
  const seeded = fc.record({ seed: fc.nat(3), options, threads: fc.constantFrom(1, 2) })
  fc.assert(
    fc.property(seeded, seeded, (first, second) => {
      const [one, other] = [first, second].map(({ seed, options, threads }) =>
        run('a', seed, { environment: { options }, engine: { threads } }),
      )
      if (one === undefined || other === undefined) return
      t.is(armKey(one) === armKey(other), settingDifferences([one, other]).length === 0)
    }),
    {
      examples: [
        [
          { seed: 1, options: { rooms: [{ a: 1, b: 2 }] }, threads: 1 },
          { seed: 2, options: { rooms: [{ b: 2, a: 1 }] }, threads: 2 },
        ],
      ],
    },
  )
})

test('settings that differ, by their paths; what changes no result is left out', t => {
  const [one, other] = [
    run('a', 1, { ...outcome, policy: { filter: [0.1, 0.9] }, environment: { options: { rooms: 3 } } }),
    run('b', 2, { engine: { threads: 7 } }),
  ]
  t.deepEqual(settingDifferences([one, other]), [
    { path: 'environment.options.rooms', values: [3, null] },
    {
      path: 'policy.filter',
      values: [
        [0.1, 0.9],
        [0, 1],
      ],
    },
    { path: 'feedback.source', values: ['outcome', 'reward-model'] },
    { path: 'environment.options', values: [null, {}] },
  ])
  t.deepEqual(settingDifferences([one, one]), [])
  t.deepEqual(settingDifferences([]), [])
  t.deepEqual(settingDifferences([other, { ...other, formulation: 'mine' }]), [
    { path: 'formulation', values: [null, 'mine'] },
  ])
  const extended = [{ after: 20, from: 20, to: 40 }]
  t.deepEqual(settingDifferences([other, { ...other, extended }]), [{ path: 'extended', values: [[], extended] }])
})

test('the mean of an arm is that of its seeds at the last iteration, or at a given one', t => {
  const arm = {
    name: 'a',
    about: '',
    runs: [madeUpRun('a', 1, [0.25, 0.5, 0.75]), madeUpRun('a', 2, [0.25, 0.5, 0.25]), madeUpRun('a', 3, [0.25, 0])],
  }
  t.like(armMean(arm, unseen, null), { iteration: 40, count: 2, mean: 0.5 })
  const early = armMean(arm, unseen, 20)
  t.like(early, { iteration: 20, count: 3 })
  near(t, early?.mean ?? NaN, 1 / 3)
  t.is(armMean(arm, unseen, 30), null)
  t.is(armMean(arm, 'probe.mu', null), null)
  t.is(armMean({ ...arm, runs: [] }, unseen, null), null)
})
