import test from 'ava'
import fc from 'fast-check'
import type { Measure } from '../../../src/contracts/measure.ts'
import { trainingMs } from '../../../src/contracts/metrics.ts'
import { measuredPoints } from '../../../src/experiment/results/measured-points.ts'
import { mean } from '../../../src/math/statistics.ts'
import { near } from '../../laws/near.ts'
import { fixtureMeasures, metricsOf, summaryOf } from '../../run/report-fixture.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => metricsOf(index + 1))
const summary = { before: summaryOf(0), after: null }
const config = { iterations: 60 }
const own = { measures: fixtureMeasures }
const measures = ['success unseen 0.8', 'probe.process', 'success', 'tasks.acceptedInAll']

test('a point for each measurement, the one before training first', t => {
  const points = measuredPoints({ ...own, config, summary, metrics: lines(60) }, measures)
  t.deepEqual(
    points.map(({ iteration }) => iteration),
    [0, 20, 40, 60],
  )
  const [first, second] = points
  const before = summaryOf(0).evaluations.find(({ split, temperature }) => split === 'unseen' && temperature === 0.8)
  t.deepEqual(first, {
    iteration: 0,
    episodes: 0,
    tokens: 0,
    seconds: 0,
    values: {
      'success unseen 0.8': before?.rate ?? NaN,
      'probe.process': 0.76,
      success: null,
      'tasks.acceptedInAll': 0,
    },
    wins: {
      'success unseen 0.8': before?.wins ?? '',
      'probe.process': null,
      success: null,
      'tasks.acceptedInAll': null,
    },
  })
  near(t, second?.values['probe.process'] ?? NaN, 0.76 + 0.05 / 3)
  near(t, second?.values['success'] ?? NaN, mean(lines(20).map(({ success }) => success)))
  near(
    t,
    points[2]?.values['success'] ?? NaN,
    mean(
      lines(40)
        .slice(20)
        .map(({ success }) => success),
    ),
  )
  t.is(second?.values['tasks.acceptedInAll'], (20 >> 3) + (20 >> 2))
})

test('a figure of the method is the mean over the iterations since the measurement before that have it', t => {
  const metrics = lines(40).map(line =>
    line.iteration % 10 === 0 ? { ...line, measures: { passAtK: line.iteration } } : line,
  )
  const points = measuredPoints({ ...own, config, summary, metrics }, ['passAtK', 'passAt1'])
  t.deepEqual(
    points.map(({ values }) => Object.values(values)),
    [
      [null, null],
      [15, null],
      [35, null],
    ],
  )
})

test('where nothing but the method measures, its evaluations are points with the values of then', t => {
  const id = 'improved.return'
  const measure: Measure = {
    id,
    title: 'return',
    about: 'Mean.',
    section: 'evaluation',
    format: 'decimal',
    of: 'evaluation',
  }
  const metrics = lines(6).map(line => {
    const { ratios: _, ...rest } = { ...line, evaluations: [] }
    return { ...rest, measures: line.iteration % 2 === 0 ? { [id]: 50 * (line.iteration / 2 - 3) } : {} }
  })
  const points = measuredPoints({ measures: [measure], config: { iterations: 6 }, summary, metrics }, [id])
  t.deepEqual(
    points.slice(1).map(({ iteration, values }) => [iteration, values[id]]),
    [
      [2, -100],
      [4, -50],
      [6, 0],
    ],
  )
})

test('pass@k and mean@k are of the measurement, and none where a task had one answer', t => {
  const evaluations = (rate?: number) => [
    {
      ...{ split: 'unseen' as const, temperature: 0.8, tasks: 4, rate: 0.25 },
      ...(rate === undefined ? {} : { pass: { k: 8, rate, mean: rate / 2 } }),
    },
  ]
  const metrics = lines(2).map((line, index) => ({
    ...line,
    evaluations: index === 0 ? evaluations(0.5) : evaluations(),
  }))
  const points = measuredPoints({ ...own, config, summary: null, metrics }, [
    'pass unseen 0.8',
    'mean unseen 0.8',
    'success unseen 0.8',
  ])
  t.deepEqual(
    points.map(({ values }) => Object.values(values)),
    [
      [0.5, 0.25, 0.25],
      [null, null, 0.25],
    ],
  )
})

test('episodes, tokens and seconds add up, evaluations and checkpoints left out', t => {
  const [, second] = measuredPoints({ ...own, config, summary, metrics: lines(20) }, [])
  t.is(second?.episodes, 20 * 128)
  const seconds = lines(20).map(({ time }) => trainingMs(time) / 1000)
  near(t, second?.seconds ?? NaN, mean(seconds) * 20)
  near(t, second?.tokens ?? NaN, mean(seconds) * 20 * 24000, 1e-6)
})

test('a longer run has the points of a shorter one, and more', t => {
  fc.assert(
    fc.property(fc.nat(59), count => {
      const short = measuredPoints({ ...own, config, summary, metrics: lines(count) }, measures)
      t.deepEqual(
        measuredPoints({ ...own, config, summary, metrics: lines(60) }, measures).slice(0, short.length),
        short,
      )
    }),
    { numRuns: 15 },
  )
})

test('the last iteration is a point without an evaluation too; before the first measurement there is none', t => {
  const metrics = lines(3).map(line => ({ ...line, measures: {} }))
  const [point, ...more] = measuredPoints({ ...own, config: { iterations: 3 }, summary: null, metrics }, measures)
  t.like(point, {
    iteration: 3,
    values: { 'success unseen 0.8': null, 'probe.process': null, 'tasks.acceptedInAll': null },
  })
  t.deepEqual(more, [])
  t.deepEqual(measuredPoints({ ...own, config, summary: null, metrics: lines(3) }, measures), [])
})

test('outcomes of tasks stand by their measure; success without tasks is none', t => {
  const evaluations = [
    { split: 'unseen', temperature: 0.8, tasks: 3, rate: 2 / 3, wins: '1-01' },
    { split: 'seen', temperature: 0.8, tasks: 0, rate: 0, wins: '' },
  ]
  const [point] = measuredPoints(
    { ...own, config, summary: { before: { ...summaryOf(0), evaluations }, after: null }, metrics: [] },
    ['success unseen 0.8', 'success seen 0.8', 'success unseen 0'],
  )
  t.deepEqual(point?.values, { 'success unseen 0.8': 2 / 3, 'success seen 0.8': null, 'success unseen 0': null })
  t.is(point?.wins['success unseen 0.8'], '1-01')
})
