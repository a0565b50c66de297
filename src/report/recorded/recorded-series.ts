/** A recorded run as lines behind those of a run. */
import { shareError } from '../../math/wilson.ts'
import type { RunConfig } from '../../config/config.ts'
import { leavesOf } from '../../config/tree.ts'
import type { Series } from '../chart/series.ts'
import type { RecordedCurve } from './recorded-curve.ts'

/** Dotted, one a split, in the colours of the run's own; as far as the run has come. @param iterations that it has made. */
export function recordedSeries(
  { name, points }: RecordedCurve,
  temperature: number,
  iterations: number,
): readonly Series[] {
  const here = points.filter(point => point.temperature === temperature && point.iteration <= iterations)
  return [...new Set(here.map(({ split }) => split))].map(split => ({
    name: `${split}, ${name} (recorded)`,
    colour: split === 'seen' ? 2 : 1,
    look: 'dotted',
    points: here
      .filter(point => point.split === split)
      .map(({ iteration, rate, tasks }) => ({ x: iteration, y: rate, error: shareError(rate, tasks) })),
  }))
}

const inJson = (settings: object): ReadonlyMap<string, string> =>
  new Map(Array.from(leavesOf(settings), ([path, value]) => [path, JSON.stringify(value)]))

/** Settings that do not change learning. */
const aside = /^(engine|evaluation|checkpoint|supervision)\./

/** The source of the dotted lines, and the settings in which that run differs from this one. */
export function recordedNote({ name, config, points, versions }: RecordedCurve, own: RunConfig): string {
  const [theirs, ours] = [inJson(config), inJson(own)]
  const keys = [...theirs.keys()].filter(
    key => ours.has(key) && ours.get(key) !== theirs.get(key) && key !== 'seed' && !aside.test(key),
  )
  const tasks = [...new Set(points.map(point => point.tasks))].join(' or ')
  const made = versions['rlanything'] === undefined ? '' : `, made by rlanything ${versions['rlanything']}`
  const differing =
    keys.length === 0
      ? 'Its settings that matter are those of this run.'
      : `Of this run's settings it differs in ${keys.map(key => `${key} (${theirs.get(key)})`).join(', ')}.`
  return `Dotted: ${name}, a recorded run of seed ${theirs.get('seed') ?? '–'} measured on ${tasks} tasks${made}. ${differing}`
}
