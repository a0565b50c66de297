import { measuresOf } from '../../contracts/measure.ts'

const firstActions = { unit: 'nats', format: 'decimal', chart: 'First actions' } as const

export const ragenMeasures = measuresOf(
  {
    meanReturn: { title: 'mean return', about: 'Of all episodes, R(τ).', format: 'decimal' },
    groupDeviation: {
      title: 'deviation within groups',
      about: 'Of returns, mean over groups.',
      format: 'decimal',
      least: 0,
    },
    groupsTrained: { title: 'groups trained on', about: 'The most uncertain ones.', format: 'count' },
    information: {
      ...firstActions,
      title: 'I(X; Z)',
      about: 'What first actions tell about the opening that they answer.',
    },
    conditionalEntropy: { ...firstActions, title: 'H(Z | X)', about: 'Entropy of first actions, given the opening.' },
    explainedVariance: {
      title: 'variance that values explain',
      about: '1 − Var(G − V) / Var(G) over all tokens, of the critic; null where returns do not vary.',
      format: 'decimal',
      most: 1,
    },
  },
  { section: 'RAGEN' },
)
