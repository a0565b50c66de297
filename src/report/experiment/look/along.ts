/** The x axes between which a reader chooses. */
import type { MeasuredPoint } from '../../../experiment/results/measured-run.ts'
import type { Along } from '../../chart/plot.ts'

interface XAxis {
  readonly key: 'iteration' | 'episodes' | 'tokens' | 'seconds'
  /** On its button. */
  readonly title: string
}

export const xAxes: readonly XAxis[] = [
  { key: 'iteration', title: 'Iteration' },
  { key: 'episodes', title: 'Episodes' },
  { key: 'tokens', title: 'Tokens' },
  { key: 'seconds', title: 'Time' },
]

/** An axis in the unit in which its numbers are short. */
export interface Scaled extends Along {
  /** A point's place, in that unit. */
  readonly of: (point: MeasuredPoint) => number
}

interface Unit {
  readonly name: string
  readonly size: number
}

const units: Readonly<Record<XAxis['key'], readonly Unit[]>> = {
  iteration: [{ name: 'iteration', size: 1 }],
  episodes: [
    { name: 'thousand episodes', size: 1e3 },
    { name: 'episodes', size: 1 },
  ],
  tokens: [
    { name: 'billion tokens', size: 1e9 },
    { name: 'million tokens', size: 1e6 },
    { name: 'thousand tokens', size: 1e3 },
    { name: 'tokens', size: 1 },
  ],
  seconds: [
    { name: 'hours', size: 3600 },
    { name: 'minutes', size: 60 },
    { name: 'seconds', size: 1 },
  ],
}

/** @param points all that are drawn: the unit is the largest of which there are at least two. */
export function scaledAxis({ key }: XAxis, points: readonly MeasuredPoint[]): Scaled {
  const most = points.reduce((so, point) => Math.max(so, point[key]), 0)
  const { name, size } = units[key].find(unit => most >= 2 * unit.size) ?? { name: key, size: 1 }
  const short = (x: number): string => String(Number(x.toPrecision(3)))
  const at = (x: number): string => (key === 'iteration' ? `iteration ${x}` : `${short(x)} ${name}`)
  return { of: point => point[key] / size, format: short, at, name }
}
