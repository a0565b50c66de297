/** What every run measures of its episodes, and how fast it is. */
import { measuresOf, type Measure, type MeasureTable } from '../../contracts/measure.ts'
import type { EpisodeMetrics, IterationSpeed } from '../../contracts/metrics.ts'

const episodes = {
  success: { title: 'success in training', about: 'Share of the training episodes that were won.', format: 'percent' },
  score: {
    title: 'score',
    about:
      "Mean share of a task's requirements that training episodes met: of a program, hidden tests passed; as success where that is all or nothing.",
    format: 'decimal',
  },
  goodSteps: {
    title: 'good steps',
    about: 'Share of the steps of training episodes that the expert labels good.',
    format: 'percent',
  },
  meanSteps: {
    title: 'episode length',
    about: 'Mean of training episodes.',
    unit: 'steps',
    format: 'decimal',
    least: 0,
  },
  truncatedEpisodes: {
    title: 'episodes cut off',
    about: 'Share of the training episodes that the step limit cut off, neither won nor lost in the world.',
    format: 'percent',
  },
  episodes: { title: 'episodes', about: 'Played in the iteration, training and pending.', format: 'count' },
  steps: { title: 'steps', about: 'Of all these episodes, and of vector worlds.', format: 'count' },
  invalid: {
    title: 'invalid',
    about: 'Episodes that could not be played; they are in no group and no share.',
    format: 'count',
  },
  invalidSteps: {
    title: 'invalid steps',
    about: 'Steps of which an observer could not write all that it was asked for.',
    format: 'count',
  },
  invalidShare: {
    title: 'invalid episodes',
    about: 'Share of the episodes that could not be played.',
    isDerived: true,
    format: 'percent',
    health: { bounds: [0.01, 0.05], bad: 'above', meaning: 'of the episodes could not be played or scored' },
  },
} as const satisfies MeasureTable<keyof EpisodeMetrics | 'invalidShare'>

const speed = {
  stepsPerSecond: {
    title: 'steps a second',
    about: 'World steps; evaluation and checkpoint left out.',
    format: 'decimal',
    least: 0,
  },
  tokensPerSecond: {
    title: 'tokens a second',
    about: 'Read and written by models in episodes; evaluation and checkpoint left out.',
    format: 'decimal',
    least: 0,
  },
  deviceShare: {
    title: 'share of time on the device',
    about: 'Of waiting and learning, in which the device worked.',
    format: 'percent',
  },
  deviceUse: {
    title: 'use of the device',
    about: 'Share of the time in which it worked, of that in which it worked or had requests waiting.',
    format: 'percent',
  },
  processorCores: {
    title: 'processor cores in use',
    about: 'By all threads of the process, on average; programs that it started are left out.',
    format: 'decimal',
    least: 0,
  },
  memoryMiB: {
    title: 'memory in use',
    about: 'Of the process, at the end of the iteration.',
    unit: 'MiB',
    format: 'decimal',
    least: 0,
  },
  weightBytes: {
    title: 'weights sent',
    about: 'To and from an engine on another machine, with their optimisers.',
    unit: 'bytes',
    format: 'count',
  },
  queueP95: {
    title: 'wait for the device',
    about: '95th percentile, of the verb that waited longest.',
    isDerived: true,
    unit: 'ms',
    format: 'milliseconds',
  },
} as const satisfies MeasureTable<Exclude<keyof IterationSpeed, 'device' | 'services'> | 'queueP95'>

export const episodeMeasures: readonly Measure[] = measuresOf(episodes, { section: 'Success' })
export const speedMeasures: readonly Measure[] = measuresOf(speed, { section: 'Time', prefix: 'speed.' })
