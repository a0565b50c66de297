import { measuresOf, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { endings } from '../../contracts/worlds/vector-world.ts'
import type { Driving } from './driving.ts'

const section = 'VLM-RL'

const drives: MeasureTable<'success' | 'completion' | 'collisions' | 'speed'> = {
  success: {
    ...{ title: 'success', format: 'percent', chart: 'Success', summary: 'card' },
    about: 'Share of the episodes that ended at the end of their route.',
  },
  completion: {
    ...{ title: 'route completion', format: 'percent', chart: 'Route completion', summary: 'card' },
    about: 'Mean share of the route that an episode drove.',
  },
  collisions: {
    ...{ title: 'collisions per km', format: 'decimal', chart: 'Collisions per km', summary: 'row' },
    about: 'Episodes that ended in a collision, by the kilometres of all steps.',
  },
  speed: {
    ...{ title: 'mean speed, km/h', format: 'decimal', summary: 'row' },
    about: 'Over all steps.',
  },
}

const learnt: MeasureTable<'goal' | 'reward' | 'entropy'> = {
  goal: {
    ...{ title: 'reward of the goals', format: 'decimal', column: 'goal' },
    about: 'Mean over the steps, in [0, 1], before the state of the vehicle counts.',
  },
  reward: {
    ...{ title: 'reward', format: 'decimal', column: 'reward' },
    about: 'Mean over the steps, as the critics learn it.',
  },
  entropy: {
    ...{ title: 'entropy of the policy', format: 'decimal' },
    about: 'Nats of an action, mean over the updates.',
  },
}

export const vlmRlMeasures = [...measuresOf(learnt, { section }), ...measuresOf(drives, { section, of: 'evaluation' })]

/** Episodes under way at the last step are left out, but for their kilometres; `null` where none ended. */
export function drivesOf({ worlds, steps, ...rows }: VectorRows, driving: Driving): MeasuredValues {
  const [before, after] = [driving.read(rows.observations, 'route'), driving.read(rows.nextObservations, 'route')]
  const clearances = driving.read(rows.nextObservations, 'clearance')
  const speeds = driving.read(rows.nextObservations, 'speed')
  let [episodes, successes, completed, collisions, metres] = [0, 0, 0, 0, 0]
  for (let row = 0; row < worlds * steps; row += 1) {
    metres += Math.max(0, (after[row] ?? 0) - (before[row] ?? 0))
    if (rows.endings[row] === endings.none) continue
    const share = Math.min(1, Math.max(0, (after[row] ?? 0) / driving.routeMetres))
    const collided = clearances[row] === 0
    episodes += 1
    completed += share
    collisions += Number(collided)
    successes += Number(share === 1 && !collided)
  }
  const speed = speeds.reduce((sum, value) => sum + value, 0) / speeds.length
  const perKilometre = metres === 0 ? null : (1000 * collisions) / metres
  if (episodes === 0) return { success: null, completion: null, collisions: perKilometre, speed }
  return { success: successes / episodes, completion: completed / episodes, collisions: perKilometre, speed }
}
