/** The page: the list of runs, and one view of them at a time. */
import { element, fillWith } from './dom/element.ts'
import { actorsPanel } from './panels/actors.ts'
import { comparePanel } from './panels/compare.ts'
import { watchedCurves } from './panels/curves.ts'
import { episodesPanel } from './panels/episodes.ts'
import { healthPanel } from './panels/health.ts'
import type { MakePanel, Panel } from './state/panel.ts'
import { sessionsPanel } from './panels/sessions.ts'
import { runPanel } from './panels/runs/run.ts'
import { runsPanel } from './panels/runs/runs.ts'
import { lineagePanel } from './panels/tasks.ts'
import { ask } from './state/ask.ts'
import { listenLive } from './state/live.ts'
import { createStore } from './state/store.ts'
import { viewNames, writeView, type View, type ViewName } from './state/view.ts'

const makers: Readonly<Record<ViewName, readonly [title: string, make: MakePanel]>> = {
  curves: ['Curves', watchedCurves],
  run: ['Run', runPanel],
  episodes: ['Episodes', episodesPanel],
  tasks: ['Tasks', lineagePanel],
  compare: ['Comparison', comparePanel],
  health: ['Health checks', healthPanel],
  actors: ['Actors', actorsPanel],
  sessions: ['Sessions', sessionsPanel],
}

const store = createStore()
const runs = runsPanel(store)
const panels = new Map<ViewName, Panel>()
const body = element('div.view')
const fault = element('p.fault', { role: 'alert' })
const connection = element('span.badge', { role: 'status' }, 'asking')
const links = viewNames.map(name => element('a', { href: '#', 'data-view': name }, makers[name][0]))
document.body.append(
  element('a.unseen', { href: '#view' }, 'To the view'),
  element(
    'main.watch',
    element(
      'header',
      element('p.eyebrow', 'rlanything watch'),
      connection,
      element('nav', { 'aria-label': 'Views' }, links),
    ),
    fault,
    element('div.columns', runs.element, body),
  ),
)

const panelOf = (name: ViewName): Panel => {
  const made = panels.get(name) ?? makers[name][1](store)
  panels.set(name, made)
  return made
}

const update = async (before: View | null): Promise<void> => {
  const { name } = store.view()
  const panel = panelOf(name)
  if (body.firstElementChild !== panel.element) fillWith(body, panel.element)
  for (const link of links) {
    const own = viewNames.find(each => each === link.getAttribute('data-view')) ?? name
    link.href = writeView({ ...store.view(), name: own })
    if (own === name) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  try {
    await Promise.all([runs.update(before), panel.update(before)])
    fault.textContent = ''
  } catch (error) {
    fault.textContent = error instanceof TypeError ? '' : error instanceof Error ? error.message : String(error)
  }
}

store.onShow(before => void update(before))
listenLive({
  onChange: async () => {
    store.learn(await ask('overview'))
    await update(null)
    document.body.dataset['ready'] = 'true'
  },
  onConnection: isThere => {
    connection.textContent = isThere ? 'live' : 'the server has gone; what is shown stays'
    connection.className = `badge ${isThere ? 'running' : 'unreadable'}`
  },
})
