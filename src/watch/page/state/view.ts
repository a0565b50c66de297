/** The view that the page shows. All of it is in its address, so that a link shows the same. */
import { alongKinds, type AlongKind } from '../../contract/curves.ts'

export const viewNames = ['curves', 'run', 'episodes', 'tasks', 'compare', 'health', 'actors', 'sessions'] as const
export type ViewName = (typeof viewNames)[number]

export interface View {
  readonly name: ViewName
  /** Ids of the runs that are drawn; empty for those of the overview's `drawn`. */
  readonly chosen: readonly string[]
  /** Text that runs must have in name or settings to be listed. */
  readonly filter: string
  readonly along: AlongKind
  readonly window: number
  /** The setting by whose value runs are joined; empty for all settings but the seed. */
  readonly group: string
  /** Measures with a logarithmic axis. */
  readonly log: readonly string[]
  /** Measures whose charts come first. */
  readonly pinned: readonly string[]
  /** Text that measures must have in their title to be drawn. */
  readonly search: string
  /** The part of the x axis that is shown; `null` for all. */
  readonly zoom: readonly [from: number, to: number] | null
  /** The run that episodes, tasks and actors are of; empty for the first drawn, of tasks the first whose tasks change. */
  readonly run: string
  /** `null` for the last. */
  readonly iteration: number | null
  readonly episode: string
  readonly slot: number | null
  /** The arm that others are compared with; empty for the first. */
  readonly against: string
  /** Of an agent, by its id. */
  readonly session: string
}

const start: View = {
  name: 'curves',
  chosen: [],
  filter: '',
  along: 'iteration',
  window: 1,
  group: '',
  log: [],
  pinned: [],
  search: '',
  zoom: null,
  run: '',
  iteration: null,
  episode: '',
  slot: null,
  against: '',
  session: '',
}

export function readView(hash: string): View {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const text = (name: string): string => given.get(name) ?? ''
  const whole = (name: string): number | null => {
    const value = Number(given.get(name) ?? NaN)
    return Number.isInteger(value) && value >= 0 ? value : null
  }
  const ends = text('zoom').split('~').map(Number)
  const [from = NaN, to = NaN] = ends
  return {
    name: viewNames.find(name => name === given.get('view')) ?? start.name,
    chosen: given.getAll('run'),
    filter: text('filter'),
    along: alongKinds.find(kind => kind === given.get('along')) ?? start.along,
    window: Math.min(10_001, Math.max(1, whole('smooth') ?? 1)),
    group: text('group'),
    log: given.getAll('log'),
    pinned: given.getAll('pin'),
    search: text('search'),
    zoom: ends.length === 2 && from < to ? [from, to] : null,
    run: text('of'),
    iteration: whole('iteration'),
    episode: text('episode'),
    slot: whole('slot'),
    against: text('against'),
    session: text('session'),
  }
}

export function writeView(view: View): string {
  const parts = new URLSearchParams({ view: view.name })
  for (const id of view.chosen) parts.append('run', id)
  for (const measure of view.log) parts.append('log', measure)
  for (const measure of view.pinned) parts.append('pin', measure)
  const others: Readonly<Record<string, string>> = {
    filter: view.filter,
    along: view.along === start.along ? '' : view.along,
    smooth: view.window === 1 ? '' : String(view.window),
    group: view.group,
    search: view.search,
    zoom: view.zoom === null ? '' : view.zoom.map(end => Number(end.toPrecision(8))).join('~'),
    of: view.run,
    iteration: view.iteration === null ? '' : String(view.iteration),
    episode: view.episode,
    slot: view.slot === null ? '' : String(view.slot),
    against: view.against,
    session: view.session,
  }
  for (const [name, value] of Object.entries(others)) if (value !== '') parts.set(name, value)
  return `#${parts.toString()}`
}
