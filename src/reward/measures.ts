import { measuresOf, type Measure, type MeasureTable } from '../contracts/measure.ts'

/** Measures of a reward model, by their names: on the episodes of each iteration, and on the same fixed ones at evaluations. */
export const onBoth = <Name extends string>(table: MeasureTable<Name>): readonly Measure[] => [
  ...measuresOf(table, { prefix: 'reward-model.', section: 'Reward model in training' }),
  ...measuresOf(table, { prefix: 'probe.', section: 'Reward model on fixed episodes', of: 'evaluation' }),
]
