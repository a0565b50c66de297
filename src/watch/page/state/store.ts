/** The state of the page: the shown view, and the data of the runs. */
import type { Overview, WatchedRun } from '../../contract/overview.ts'
import { armsJoinedBy, type JoinedArms } from '../../curves/joined-arms.ts'
import { readView, writeView, type View } from './view.ts'

export interface Store {
  readonly view: () => View
  readonly overview: () => Overview
  /** Ids of the runs that are drawn. */
  readonly drawn: () => readonly string[]
  /** Arms joined as they are drawn, by which they have their colours. */
  readonly groups: () => JoinedArms
  /** The run that episodes, tasks and actors are of; `null` without any. */
  readonly run: () => WatchedRun | null
  /** Shows something else. A separate entry in the history, if it is another view. */
  readonly show: (change: Partial<View>) => void
  readonly learn: (overview: Overview) => void
  readonly onShow: (listener: (before: View) => void) => void
}

const nothing: Overview = { runs: [], drawn: [], arms: [], settings: [], measures: [] }

export function createStore(): Store {
  let view = readView(location.hash)
  let overview = nothing
  const listeners: ((before: View) => void)[] = []
  const drawn = (): readonly string[] => {
    const ids = overview.runs.filter(({ state }) => state !== 'unreadable').map(({ id }) => id)
    const chosen = view.chosen.filter(id => ids.includes(id))
    return chosen.length === 0 ? overview.drawn : chosen
  }
  const change = (next: View): void => {
    const before = view
    view = next
    for (const listener of listeners) listener(before)
  }
  addEventListener('hashchange', () => {
    if (writeView(view) !== location.hash) change(readView(location.hash))
  })
  return {
    view: () => view,
    overview: () => overview,
    drawn,
    groups: () => armsJoinedBy(overview.arms, overview.settings, view.group),
    run: () => {
      const { runs } = overview
      if (view.run !== '') return runs.find(({ id }) => id === view.run) ?? null
      const ids = drawn()
      const own = runs.filter(({ id }) => ids.includes(id))
      const changing = view.name === 'tasks' ? [...own, ...runs].find(({ adapts }) => adapts) : undefined
      return changing ?? own[0] ?? null
    },
    show: part => {
      const next = { ...view, ...part }
      const address = writeView(next)
      if (next.name === view.name) history.replaceState(null, '', address)
      else history.pushState(null, '', address)
      change(next)
    },
    learn: known => void (overview = known),
    onShow: listener => void listeners.push(listener),
  }
}
