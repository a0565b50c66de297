import { measuresOf, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { endings } from '../../contracts/worlds/vector-world.ts'
import type { ActionValues } from './ensemble.ts'
import type { ReplayRows } from './replay.ts'

const section = 'PA-RL'

const online: MeasureTable<'return' | 'reached' | 'overestimation'> = {
  return: {
    ...{ title: 'return of an episode', format: 'decimal', column: 'return' },
    about: 'Mean sum of rewards of the episodes that ended in the iteration.',
  },
  reached: {
    ...{ title: 'episodes that reach their end', format: 'percent', column: 'reached' },
    about: 'Share of those that were not cut off.',
  },
  overestimation: {
    ...{ title: 'overestimation', format: 'decimal' },
    about: 'Mean of Q less the discounted return that followed, over the steps of episodes that reached their end.',
  },
}

const evaluated: MeasureTable<'policy.return' | 'policy.reached' | 'improved.return' | 'improved.reached'> = {
  'policy.return': {
    ...{ title: 'return, policy alone', format: 'decimal', chart: 'Return', summary: 'row' },
    about: 'Mean sum of rewards of an episode, by one sample of the policy.',
  },
  'policy.reached': {
    ...{ title: 'reached, policy alone', format: 'percent', chart: 'Episodes that reach their end', summary: 'row' },
    about: 'Share of its episodes that were not cut off.',
  },
  'improved.return': {
    ...{ title: 'return, improved actions', format: 'decimal', chart: 'Return', summary: 'card' },
    about: 'The same, by the best improved action.',
  },
  'improved.reached': {
    ...{
      title: 'reached, improved actions',
      format: 'percent',
      chart: 'Episodes that reach their end',
      summary: 'card',
    },
    about: 'The same, by the best improved action.',
  },
}

export const paRlMeasures = [
  ...measuresOf(online, { section }),
  ...measuresOf(evaluated, { section, of: 'evaluation' }),
]

/** Of the episodes that ended; those under way at the last step are left out, and `null` stands where none ended. */
export function outcomesOf({ worlds, steps, rewards, endings: ended }: VectorRows): {
  readonly return: number | null
  readonly reached: number | null
} {
  let [episodes, reached, total] = [0, 0, 0]
  for (let world = 0; world < worlds; world += 1) {
    let sum = 0
    for (let row = world * steps; row < (world + 1) * steps; row += 1) {
      sum += rewards[row] ?? 0
      if (ended[row] === endings.none) continue
      episodes += 1
      total += sum
      if (ended[row] === endings.terminal) reached += 1
      sum = 0
    }
  }
  return episodes === 0 ? { return: null, reached: null } : { return: total / episodes, reached: reached / episodes }
}

export async function onlineMeasures(rows: VectorRows, replay: ReplayRows, q: ActionValues): Promise<MeasuredValues> {
  const { values } = await q(replay.observation, replay.action)
  /* From the end: whether the episode of a row reached its end. */
  let [whole, count, sum] = [false, 0, 0]
  for (let row = values.length - 1; row >= 0; row -= 1) {
    if ((row + 1) % rows.steps === 0 || rows.endings[row] !== endings.none)
      whole = rows.endings[row] === endings.terminal
    if (!whole) continue
    count += 1
    sum += (values[row] ?? 0) - (replay.value[row] ?? 0)
  }
  return { ...outcomesOf(rows), overestimation: count === 0 ? null : sum / count }
}
