/** The list of runs: which there are, how they are, and which are drawn. */
import type { HealthLevel } from '../../../../contracts/measure.ts'
import type { WatchedRun } from '../../../contract/overview.ts'
import { colourClass } from '../../chart/look.ts'
import { element, fillWith } from '../../dom/element.ts'
import type { Store } from '../../state/store.ts'
import type { Panel } from '../../state/panel.ts'

export function runsPanel(store: Store): Panel {
  const filter = element('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'name or lambda=1',
    on: { input: () => store.show({ filter: filter.value }) },
  })
  const list = element('ul.runs')
  const count = element('summary')
  const all = element(
    'button',
    { type: 'button', on: { click: () => store.show({ chosen: idsOf(store.overview().runs) }) } },
    'All',
  )
  const listed = element(
    'button',
    { type: 'button', on: { click: () => store.show({ chosen: idsOf(listedRuns(store)) }) } },
    'Only these',
  )
  const made = element(
    'details.side',
    { open: innerWidth > 900 },
    count,
    element('div.bar', element('label', 'Filter ', filter), listed, all),
    list,
  )
  return {
    element: made,
    update: async () => {
      const { runs, arms } = store.overview()
      const drawn = new Set(store.drawn())
      const shown = listedRuns(store)
      const groups = store.groups()
      count.textContent = `Runs: ${drawn.size} of ${runs.length} drawn`
      if (document.activeElement !== filter) filter.value = store.view().filter
      const focused = document.activeElement?.getAttribute('data-run') ?? null
      fillWith(
        list,
        shown.map(run => runItem(store, run, drawn.has(run.id), groups.of[arms.indexOf(run.arm)] ?? -1)),
      )
      if (focused !== null) list.querySelector<HTMLElement>(`[data-run="${CSS.escape(focused)}"]`)?.focus()
    },
  }
}

const idsOf = (runs: readonly WatchedRun[]): readonly string[] => runs.map(({ id }) => id)

/** A text with `=` is looked for among the settings in which arms differ, any other in names. */
function listedRuns(store: Store): readonly WatchedRun[] {
  const { runs, arms, settings } = store.overview()
  const wanted = store.view().filter.trim().toLowerCase()
  const [key = '', value] = wanted.split('=')
  if (value === undefined)
    return runs.filter(({ id, arm, tags }) => [id, arm, ...tags].join(' ').toLowerCase().includes(wanted))
  const found = settings.filter(({ path }) => path.toLowerCase().includes(key.trim()))
  const isSo = (arm: string): boolean =>
    found.some(({ values }) => (values[arms.indexOf(arm)] ?? '').toLowerCase().replaceAll('"', '') === value.trim())
  return runs.filter(({ arm }) => isSo(arm))
}

function runItem(store: Store, run: WatchedRun, isDrawn: boolean, group: number): HTMLElement {
  const box = element('input', {
    type: 'checkbox',
    'data-run': run.id,
    on: { change: () => store.show({ chosen: toggled(store.drawn(), run.id) }) },
  })
  box.checked = isDrawn
  box.disabled = run.state === 'unreadable'
  const worst = worstHealth(run)
  return element(
    'li',
    element('label', { class: `swatch ${group < 0 ? 'c5' : colourClass(group)}` }, box, element('span.name', run.id)),
    element('span', { class: `badge ${run.state}` }, run.state),
    element(
      'span.note',
      `${run.made}${run.iterations === null ? '' : ` of ${run.iterations}`}${run.seed === null ? '' : ` · seed ${run.seed}`}${run.tags.map(tag => ` · ${tag}`).join('')}${run.read < 1 && run.state !== 'unreadable' ? ` · read ${Math.floor(run.read * 100)} %` : ''}`,
    ),
    worst === null
      ? null
      : element(
          'button',
          {
            type: 'button',
            class: `health ${worst}`,
            on: { click: () => store.show({ name: 'health', run: run.id }) },
          },
          worst === 'beyond' ? 'beyond a bound' : 'near a bound',
        ),
    run.notes.length === 0 ? null : element('details.note', element('summary', 'Notes'), run.notes.join(' ')),
  )
}

function worstHealth({ healthChecks }: WatchedRun): HealthLevel | null {
  const levels = new Set(healthChecks.map(({ level }) => level))
  return levels.has('beyond') ? 'beyond' : levels.has('near') ? 'near' : null
}

/** The last one cannot be left out: no run chosen is those that are drawn by default. */
const toggled = (drawn: readonly string[], id: string): readonly string[] =>
  drawn.includes(id) ? drawn.filter(each => each !== id) : [...drawn, id]
