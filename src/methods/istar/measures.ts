import { measuresOf } from '../../contracts/measure.ts'

export const istarMeasures = measuresOf(
  {
    pairs: { title: 'pairs of trajectories', about: 'A won and a lost one of one task.', format: 'count' },
    pairAccuracy: {
      title: 'pairs ordered right',
      about:
        'Share of the pairs in which the won one has the greater sum of step rewards, before the reward model is trained on them.',
      format: 'percent',
      mark: { y: 0.5, name: 'chance' },
    },
    stepAuc: {
      title: 'AUC of step rewards',
      about: "Share of pairs of a good and a bad step, by the expert's labels, in which the good one is rewarded more.",
      format: 'percent',
      mark: { y: 0.5, name: 'chance' },
    },
  },
  { section: 'iStar' },
)
