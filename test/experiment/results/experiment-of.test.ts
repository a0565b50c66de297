import test from 'ava'
import fc from 'fast-check'
import { experimentOf, askedMeasures, type ExperimentQuestions } from '../../../src/experiment/results/experiment-of.ts'
import type { ComparisonResult } from '../../../src/experiment/results/experiment-result.ts'
import type { MeasuredRun } from '../../../src/experiment/results/measured-run.ts'
import { holm } from '../../../src/statistics/holm.ts'
import { near } from '../../laws/near.ts'
import { madeUpRun, unseen } from './made-up-run.ts'

const questions: ExperimentQuestions = {
  title: 'Steps',
  question: 'Do they help?',
  arms: { plain: { about: 'outcome alone' }, steps: { about: 'with steps' }, more: { about: 'more of it' } },
  measures: [unseen],
  comparisons: [
    { claim: 'Steps help.', arm: 'steps', against: 'plain', measure: unseen },
    { claim: 'More helps more.', arm: 'more', against: 'steps', measure: unseen },
  ],
}

const seeds = [0.02, -0.01, 0.03, 0, 0.01]
/** Five seeds of an arm that ends at `success`, give or take. */
const five = (arm: string, success: number, turn = 1): MeasuredRun[] =>
  seeds.map((noise, index) => madeUpRun(arm, 11 + index, [0.3, 0.4, success + turn * noise]))

const only = (comparisons: readonly ComparisonResult[]): ComparisonResult => {
  const [first] = comparisons
  if (first === undefined) throw new Error('there is no comparison')
  return first
}

test('differences by seed after the last iteration, with interval, corrected p and verdict', t => {
  const runs = [...five('plain', 0.5), ...five('steps', 0.6, -1), ...five('more', 0.6)]
  const result = experimentOf(questions, runs)
  const [steps, more] = result.comparisons
  t.like(steps, { iteration: 40, unit: 'seeds', count: 5, verdict: 'supported', test: 'paired t test over 5 seeds' })
  t.deepEqual(
    steps?.pairs.map(({ seed }) => seed),
    [11, 12, 13, 14, 15],
  )
  near(t, steps?.pairs.map(({ difference }) => difference) ?? [], [0.06, 0.12, 0.04, 0.1, 0.08])
  near(t, [steps?.mean ?? NaN, steps?.error ?? NaN], [0.08, Math.sqrt(0.001) / Math.sqrt(5)])
  t.is(more?.verdict, 'inconclusive')
  t.deepEqual(
    result.comparisons.map(({ adjusted }) => adjusted),
    holm(result.comparisons.map(({ p }) => p)),
  )
  t.deepEqual(result.notes, [])
  const elsewhere = runs.map((run, n) => ({ ...run, instructions: [n === 0 ? 'avx512' : 'avx2'] }))
  t.deepEqual(experimentOf(questions, elsewhere).notes, [
    'The runs were made on avx512 and avx2, which the default engine computes equally as far as tried (docs/engines.md).',
  ])
  t.is(result.intervals, 't')
})

test('turning a comparison round turns its sign and its verdict, and nothing else', t => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 0.9, noNaN: true }), success => {
      const runs = [...five('plain', 0.5), ...five('steps', success, -1)]
      const asked = { claim: 'x', arm: 'steps', against: 'plain', measure: unseen }
      const compared = (comparison: typeof asked) =>
        only(experimentOf({ ...questions, comparisons: [comparison] }, runs).comparisons)
      const [one, other] = [compared(asked), compared({ ...asked, arm: 'plain', against: 'steps' })]
      near(
        t,
        [other.mean ?? NaN, other.p ?? NaN, other.error ?? NaN],
        [-(one.mean ?? NaN), one.p ?? NaN, one.error ?? NaN],
      )
      const turned = { supported: 'contradicted', inconclusive: 'inconclusive', contradicted: 'supported' } as const
      t.is(other.verdict, turned[one.verdict])
    }),
  )
})

test('a claim of at least as much is shown within its margin, and the other way beyond it', t => {
  const verdict = (success: number, margin: number): string =>
    only(
      experimentOf(
        { ...questions, comparisons: [{ claim: 'x', arm: 'steps', against: 'plain', measure: unseen, margin }] },
        [...five('plain', 0.5), ...five('steps', success, -1)],
      ).comparisons,
    ).verdict
  /* Mean differences of 0 and of −10 points, with an interval of 4 points on either side. */
  t.is(verdict(0.52, 0), 'inconclusive')
  t.is(verdict(0.52, 0.06), 'supported')
  t.is(verdict(0.42, 0.06), 'contradicted')
  t.is(verdict(0.42, 0.2), 'supported')
})

test('only seeds that both arms have are compared, after the last iteration that any pair has reached', t => {
  const result = experimentOf(questions, [
    ...five('plain', 0.5),
    ...five('steps', 0.6, -1).slice(0, 3),
    madeUpRun('steps', 14, [0.3, 0.9]),
    madeUpRun('more', 11, [0.3]),
    madeUpRun('more', 19, []),
  ])
  const [steps, more] = result.comparisons
  t.deepEqual(
    steps?.pairs.map(({ seed }) => seed),
    [11, 12, 13],
  )
  t.is(steps?.iteration, 40)
  t.like(more, { iteration: null, pairs: [], unit: null, mean: null, interval: null, p: null, adjusted: null })
  t.is(more?.verdict, 'inconclusive', 'before training there is nothing to compare')
  t.is(more?.test, 'no test: no seed has been measured in both arms after the same iteration')
  t.is(steps?.adjusted, Math.min(1, 2 * (steps?.p ?? NaN)), 'what could not be tested counts')
  t.deepEqual(result.notes, [
    'plain has no run of seed 19.',
    'steps has no run of seed 15, 19.',
    'more has no run of seed 12, 13, 14, 15.',
    'steps-14 has been measured up to iteration 20 of 40.',
    'more-11 has been measured up to iteration 0 of 40.',
    'more-19 has not been measured yet.',
  ])
})

test('at another iteration, with other intervals', t => {
  const runs = [...five('plain', 0.5), ...five('steps', 0.6, -1)]
  const early = only(experimentOf(questions, runs, { iteration: 20 }).comparisons)
  t.like(early, { iteration: 20, mean: 0, p: 1, interval: null, verdict: 'inconclusive' })
  const student = only(experimentOf(questions, runs).comparisons)
  const { intervals, comparisons } = experimentOf(questions, runs, { intervals: 'bootstrap' })
  t.is(intervals, 'bootstrap')
  t.is(only(comparisons).p, student.p)
  const { low, high } = only(comparisons).interval ?? { low: NaN, high: NaN }
  t.true(low > (student.interval?.low ?? NaN) && high < (student.interval?.high ?? NaN), 'of five it is narrower')
  t.deepEqual(experimentOf(questions, runs, { intervals: 'bootstrap' }).comparisons, comparisons)
  t.is(only(experimentOf(questions, runs, { level: 0.9999 }).comparisons).verdict, 'inconclusive')
})

test('of one seed the held-out tasks are the pairs, and it says so', t => {
  const [plain, steps] = ['0'.repeat(60) + '1'.repeat(40), '1'.repeat(20) + '0'.repeat(40) + '1'.repeat(38) + '--']
  const runs = [madeUpRun('plain', 11, [0.3, plain]), madeUpRun('steps', 11, [0.3, steps])]
  const found = only(experimentOf(questions, runs).comparisons)
  t.like(found, {
    unit: 'tasks',
    count: 98,
    verdict: 'supported',
    test: 'paired t test over 98 held-out tasks of seed 11',
  })
  near(t, found.mean ?? NaN, 20 / 98)
  t.is(found.pairs.length, 1)
})

test('one seed whose tasks are not known has a difference and no test', t => {
  const runs = [madeUpRun('plain', 11, [0.3, 0.5]), madeUpRun('steps', 11, [0.3, 0.625])]
  t.like(only(experimentOf(questions, runs).comparisons), {
    unit: 'seeds',
    count: 1,
    mean: 0.125,
    error: null,
    interval: null,
    p: null,
    verdict: 'inconclusive',
    test: 'no test: there is only one pair',
  })
})

test('what does not fit the questions is refused by name', t => {
  const refused = (runs: readonly MeasuredRun[], message: RegExp, changed: Partial<ExperimentQuestions> = {}) =>
    t.throws(() => experimentOf({ ...questions, ...changed }, runs), { instanceOf: RangeError, message })
  refused([madeUpRun('other', 1, [])], /other-1 is of arm other; arms are plain, steps, more/)
  refused(
    [madeUpRun('plain', 1, []), madeUpRun('plain', 1, [])],
    /runs\/plain-1 and runs\/plain-1 are both of plain with seed 1/,
  )
  refused([], /no such measure: "good luck"/, { measures: ['good luck'] })
  refused([], /no arm is called none; arms are plain/, {
    comparisons: [{ claim: 'x', arm: 'none', against: 'plain', measure: unseen }],
  })
  const [plain] = five('plain', 0.5)
  if (plain === undefined) return
  refused(
    [plain, madeUpRun('steps', 11, [0.3, 0.4], { evaluation: { tasks: 99 } })],
    /steps-11 and plain-11 cannot be compared: evaluation\.tasks is 99 and 256/,
  )
  refused(
    [plain, madeUpRun('steps', 11, [0.3, 0.4], { environment: { name: 'coding' } })],
    /environment\.name is "coding" and "household"/,
  )
})

test('worlds with other options are compared where the very held-out tasks are known to be the same', t => {
  const compared = (heldOut: readonly [object, object], measure: string) => {
    const runs = [
      { ...madeUpRun('steps', 11, [0.3, 0.4], { environment: { options: { rooms: 1 } } }), heldOut: { ...heldOut[0] } },
      { ...madeUpRun('plain', 11, [0.3, 0.5], { environment: { options: { rooms: 2 } } }), heldOut: { ...heldOut[1] } },
    ]
    const comparisons = [{ claim: 'x', arm: 'steps', against: 'plain', measure }]
    return experimentOf({ ...questions, comparisons }, runs).comparisons[0]?.mean
  }
  const same = { unseen: '0123456789abcdef' }
  t.is(compared([same, same], unseen), 0.4 - 0.5)
  for (const [heldOut, measure, message] of [
    [
      [same, { unseen: 'f123456789abcdef' }],
      unseen,
      /digest of unseen tasks is "0123456789abcdef" and "f123456789abcdef"/,
    ],
    [[same, {}], unseen, /environment\.options is \{"rooms":1\} and \{"rooms":2\}/],
    [[{}, {}], unseen, /environment\.options/],
    [[same, same], 'success seen 0.8', /environment\.options/],
    [[same, same], 'tasks.acceptedInAll', /environment\.options/],
  ] as const)
    t.throws(() => compared(heldOut, measure), { instanceOf: RangeError, message })
})

test('runs are read with every measure that is shown or compared', t => {
  const asked = { claim: 'x', arm: 'a', against: 'b', measure: 'tasks.acceptedInAll' }
  t.deepEqual(askedMeasures({ measures: [unseen], comparisons: [asked, { ...asked, measure: unseen }] }), [
    unseen,
    'tasks.acceptedInAll',
  ])
})
