import { measuresOf, type MeasureTable } from '../../contracts/measure.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { firstEpisodes } from '../../vector/first-episodes.ts'
import type { Driving } from './driving.ts'

const section = 'VLM-RL'

const drives = {
  success: {
    ...{ title: 'success', format: 'percent', chart: 'Success', summary: 'card' },
    about: 'Share of the drives that came to the end of their route; a drive is the first episode of a world.',
  },
  completion: {
    ...{ title: 'route completion', format: 'percent', chart: 'Route completion', summary: 'card' },
    about: 'Mean share of its route that a drive got through.',
  },
  collisions: {
    ...{ title: 'collisions per km', format: 'decimal', chart: 'Collisions per km', summary: 'row' },
    about: 'Drives that ended in a collision, by the kilometres of all.',
  },
  speed: { title: 'mean speed, km/h', format: 'decimal', summary: 'row', about: 'Over all steps of the drives.' },
} as const satisfies MeasureTable<string>

type DriveMeasure = keyof typeof drives

type Drives = Readonly<Record<DriveMeasure, number | null>>

export const noDrives: Drives = { success: null, completion: null, collisions: null, speed: null }

/** The same, of another evaluation. */
const unseen = Object.fromEntries(
  Object.entries(drives).map(([id, { title, about, ...shown }]) => [
    id,
    { ...shown, title: `${title}, unseen`, about: `The same by the options \`evaluation.unseen\`. ${about}` },
  ]),
) as MeasureTable<DriveMeasure>

const learnt: MeasureTable<'goal' | 'reward' | 'entropy'> = {
  goal: {
    ...{ title: 'reward of the goals', format: 'decimal', column: 'goal' },
    about: 'Mean over the steps, in [0, 1], before the state of the vehicle counts.',
  },
  reward: {
    ...{ title: 'reward', format: 'decimal', column: 'reward' },
    about: 'Mean over the steps, as it is learnt from.',
  },
  entropy: {
    ...{ title: 'entropy of the policy', format: 'decimal' },
    about: 'Nats of an action, mean over the updates.',
  },
}

export const vlmRlMeasures = [
  ...measuresOf(learnt, { section }),
  ...measuresOf(drives, { section, of: 'evaluation' }),
  ...measuresOf(unseen, { section, of: 'evaluation', prefix: 'unseen.' }),
]

/** Of the first episode of each world. */
export function drivesOf(rows: VectorRows, driving: Driving): Drives {
  const after = driving.read(rows.nextObservations, 'route')
  const clearances = driving.read(rows.nextObservations, 'clearance')
  const speeds = driving.read(rows.nextObservations, 'speed')
  const { worlds } = rows
  let [successes, completed, collisions, metres, count, speed] = [0, 0, 0, 0, 0, 0]
  for (const { first, last } of firstEpisodes(rows)) {
    const driven = Math.min(driving.routeMetres, Math.max(0, after[last] ?? 0))
    const collided = clearances[last] === 0
    metres += driven
    completed += driven / driving.routeMetres
    collisions += Number(collided)
    successes += Number(driven === driving.routeMetres && !collided)
    count += last + 1 - first
    for (let row = first; row <= last; row += 1) speed += speeds[row] ?? 0
  }
  return {
    ...{ success: successes / worlds, completion: completed / worlds, speed: speed / count },
    collisions: metres === 0 ? null : (1000 * collisions) / metres,
  }
}
