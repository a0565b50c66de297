/** A run in full: notes, best iterations, all settings. */
import type { RunDetail } from '../../../contract/run-detail.ts'
import { capitalised } from '../../../../text/capitalised.ts'
import { element, fillWith } from '../../dom/element.ts'
import { formatted } from '../../dom/formats.ts'
import { cell, numberCell, numberTitle, row, scrolled, table, title } from '../../dom/table.ts'
import { ask, asking } from '../../state/ask.ts'
import type { Store } from '../../state/store.ts'
import type { Panel } from '../../state/panel.ts'
import { runChoice } from './run-choice.ts'

export function runPanel(store: Store): Panel {
  const choice = runChoice(store)
  const body = element('div')
  const settings = element('div')
  const search = element('input', { type: 'search', id: 'settings', on: { input: () => fillSettings() } })
  const question = asking<RunDetail | null>(answer => {
    found = answer
    fillWith(body, answer && [notesOf(answer), bestTable(store, answer)])
    fillSettings()
  })
  let found: RunDetail | null = null
  const fillSettings = (): void => fillWith(settings, found === null ? null : settingsTable(found, search.value))
  return {
    element: element(
      'section',
      element('h2', 'Run'),
      element('div.bar', choice.element),
      body,
      element('h3', 'Settings'),
      element('div.bar', element('label', 'Search ', search)),
      settings,
    ),
    update: async () => {
      choice.update()
      const run = store.run()
      const key = JSON.stringify(run && [run.id, run.made, run.state, run.read, run.tags])
      await question(key, async signal => run && ask('run', { run: run.id }, signal))
    },
  }
}

const notesOf = ({ notes, directory }: RunDetail): HTMLElement =>
  notes === ''
    ? element(
        'p.note',
        'No notes: write them into ',
        element('code', `${directory}/notes.md`),
        '; words with # are tags.',
      )
    : element('p.notes', notes)

function bestTable(store: Store, { best }: RunDetail): HTMLElement | null {
  if (best.length === 0) return null
  const titleOf = (measure: string): string =>
    capitalised(store.overview().measures.find(({ id }) => id === measure)?.title ?? measure)
  return scrolled(
    table({
      id: 'best',
      titles: [title('Best'), numberTitle('Value'), numberTitle('Iteration')],
      rows: best.map(({ measure, value, iteration }) =>
        row(titleOf(measure), [numberCell(formatted(value, 'percent')), numberCell(iteration)]),
      ),
    }),
  )
}

function settingsTable({ settings }: RunDetail, search: string): HTMLElement {
  const wanted = search.trim().toLowerCase()
  const shown = settings.filter(({ path, value }) => `${path}=${value}`.toLowerCase().includes(wanted))
  return scrolled(
    table({
      id: 'every-setting',
      titles: [title('Setting'), title('Value')],
      rows: shown.map(({ path, value }) => row(element('code', path), [cell(element('code', value))])),
    }),
  )
}
