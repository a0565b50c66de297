import { measuresOf, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { endings } from '../../contracts/worlds/vector-world.ts'
import { mean } from '../../math/statistics.ts'
import { firstEpisodes } from '../../vector/first-episodes.ts'
import type { ActionValues } from './ensemble.ts'
import type { ReplayRows } from './replay.ts'

const section = 'PA-RL'

const online: MeasureTable<'return' | 'reached' | 'overestimation'> = {
  return: {
    ...{ title: 'return of an episode', format: 'decimal', column: 'return' },
    about: 'Mean sum of rewards of the first episode of each world, as far as it got.',
  },
  reached: {
    ...{ title: 'episodes that reach their end', format: 'percent', column: 'reached' },
    about: 'Share of those episodes: neither cut off nor under way at the last step.',
  },
  overestimation: {
    ...{ title: 'overestimation', format: 'decimal' },
    about: 'Mean of Q less the discounted return that followed, over the steps of episodes that reached their end.',
  },
}

const evaluated: MeasureTable<'policy.return' | 'policy.reached' | 'improved.return' | 'improved.reached'> = {
  'policy.return': {
    ...{ title: 'return, policy alone', format: 'decimal', chart: 'Return', summary: 'row' },
    about: 'Mean sum of rewards of the first episode of each world, as far as it got, by one sample of the policy.',
  },
  'policy.reached': {
    ...{ title: 'reached, policy alone', format: 'percent', chart: 'Episodes that reach their end', summary: 'row' },
    about: 'Share of these episodes: neither cut off nor under way at the last step.',
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

/** Means over the first episode of each world. */
export function outcomesOf(rows: VectorRows): { readonly return: number; readonly reached: number } {
  const episodes = firstEpisodes(rows)
  const sum = (rewards: Float32Array): number => rewards.reduce((total, reward) => total + reward, 0)
  return {
    return: mean(episodes.map(({ first, last }) => sum(rows.rewards.subarray(first, last + 1)))),
    reached: mean(episodes.map(({ ending }) => Number(ending === endings.terminal))),
  }
}

export async function onlineMeasures(rows: VectorRows, replay: ReplayRows, q: ActionValues): Promise<MeasuredValues> {
  const { values } = await q(replay.observation, replay.action)
  const reaching = rowsThatReach(rows)
  const sum = reaching.reduce((found, row) => found + ((values[row] ?? 0) - (replay.value[row] ?? 0)), 0)
  return { ...outcomesOf(rows), overestimation: reaching.length === 0 ? null : sum / reaching.length }
}

/** The rows of episodes that reached their end, from the last. */
export function rowsThatReach({ steps, endings: ending }: Pick<VectorRows, 'steps' | 'endings'>): readonly number[] {
  const found: number[] = []
  let reaches = false
  for (let row = ending.length - 1; row >= 0; row -= 1) {
    if ((row + 1) % steps === 0 || ending[row] !== endings.none) reaches = ending[row] === endings.terminal
    if (reaches) found.push(row)
  }
  return found
}
