import type { MeasureTable } from '../contracts/measure.ts'
import type { ModelMetrics } from '../contracts/metrics.ts'

/** Measures of the training of every model, by name. */
export const trainingMeasures = {
  loss: {
    title: 'loss',
    about: 'Mean over samples; near 0 when little has changed: no measure of quality.',
    unit: 'nats',
    format: 'decimal',
  },
  kl: {
    title: 'KL',
    about: 'exp(−d) − 1 + d, mean over tokens: how far the updates of the iteration moved the model.',
    unit: 'nats',
    format: 'decimal',
    health: { bounds: [0.02, 0.1], bad: 'above', meaning: 'nats a token; updates move the model far in one iteration' },
  },
  clipShare: {
    title: 'clipped',
    about: 'Share of the tokens at which the clip was active.',
    format: 'percent',
    health: { bounds: [0.2, 0.4], bad: 'above', meaning: 'the clip holds back a large part of the tokens' },
  },
  entropy: {
    title: 'entropy',
    about:
      'Of the distributions that the tokens trained on were drawn from, at temperature 1 and as the updates found them; mean over tokens.',
    unit: 'nats',
    format: 'decimal',
    health: {
      bounds: [0.25, 0.1],
      bad: 'below',
      relativeTo: 'beginning',
      meaning: 'of its entropy at the beginning; the model has nearly stopped exploring',
    },
  },
  gradientNorm: {
    title: 'gradient norm',
    about: 'L2, before clipping, mean over the updates of the iteration.',
    format: 'decimal',
    health: {
      bounds: [3, 10],
      bad: 'above',
      relativeTo: 'median',
      meaning: 'times its median over the run; updates have become unstable',
    },
  },
  withoutSignal: {
    title: 'samples without a signal',
    about: 'Share of the samples that were dropped, as in groups without variance or with an advantage of 0.',
    isDerived: true,
    format: 'percent',
    health: {
      bounds: [0.7, 0.9],
      bad: 'above',
      meaning: 'of the samples lie in groups without variance or have an advantage of 0, and teach nothing',
    },
  },
  samples: { title: 'samples', about: 'Actions, or verdicts or tests, that were trained on.', format: 'count' },
  updates: { title: 'updates', about: 'Steps of the optimiser.', format: 'count' },
  meanStaleness: {
    title: 'staleness',
    about: 'Trainings of the model since a sample was drawn, mean over those trained on.',
    unit: 'trainings',
    format: 'decimal',
    least: 0,
  },
  largestStaleness: {
    title: 'largest staleness',
    about: 'Trainings of the model since a sample was drawn, most of those trained on.',
    unit: 'trainings',
    format: 'decimal',
    least: 0,
    health: { bounds: [2, 8], bad: 'above', meaning: 'trainings since the oldest sample was drawn' },
  },
  meanRatio: {
    title: 'importance ratio',
    about: 'Truncated, mean over the samples that older weights drew.',
    format: 'decimal',
    least: 0,
  },
  mismatch: {
    title: 'mismatch',
    about:
      'Training–inference mismatch: root mean square, over tokens that the present weights drew, of log-probabilities as training computes them less those recorded in sampling.',
    unit: 'nats',
    format: 'decimal',
    least: 0,
  },
  truncated: {
    title: 'answers cut off',
    about: "Share of the model's answers, in all that was played, that its `maxTokens` cut off.",
    format: 'percent',
    health: {
      bounds: [0.1, 0.3],
      bad: 'above',
      meaning: 'of the answers are cut off at maxTokens, and end before they are done',
    },
  },
  learningRate: { title: 'learning rate', about: 'Of the iteration.', format: 'decimal', least: 0 },
  paddingShare: {
    title: 'padding',
    about: 'Share of the tokens computed with that only fill up a batch.',
    format: 'percent',
  },
} as const satisfies MeasureTable<Exclude<keyof ModelMetrics, 'dropped'> | 'withoutSignal'>
