/** The arms' different settings, and whether their results differ by more than chance. */
import type { ComparedArm, ComparedRuns } from '../../contract/comparison.ts'
import { colourClass } from '../chart/look.ts'
import { element, fillChoice, fillWith } from '../dom/element.ts'
import { decimalLabel } from '../../../report/chart/numbers.ts'
import { shortNumber } from '../dom/formats.ts'
import { cell, numberCell, row, scrolled, table, title } from '../dom/table.ts'
import { ask, asking } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import type { Panel } from '../state/panel.ts'

export function comparePanel(store: Store): Panel {
  const settings = element('div.scroll', { tabindex: 0 })
  const result = element('div')
  const against = element('select', { id: 'against', on: { change: () => store.show({ against: against.value }) } })
  const question = asking<ComparedRuns>(found => fillWith(result, comparisonTable(found)))
  return {
    element: element(
      'section',
      element('h2', 'Comparison'),
      element('h3', 'Settings in which they differ'),
      settings,
      element('h3', 'What they reached'),
      element('div.bar', element('label', 'Against ', against)),
      result,
    ),
    update: async () => {
      const arms = drawnArms(store)
      fillChoice(against, arms)
      const chosen = arms.includes(store.view().against) ? store.view().against : (arms[0] ?? '')
      against.value = chosen
      fillWith(settings, settingsTable(store, arms))
      const runs = store.drawn()
      const key = JSON.stringify([runs, chosen, store.overview().runs.map(({ made, read }) => `${made} ${read}`)])
      await question(key, signal => ask('compare', { run: runs, against: chosen }, signal))
    },
  }
}

function drawnArms(store: Store): readonly string[] {
  const drawn = new Set(store.drawn())
  const own = new Set(
    store
      .overview()
      .runs.filter(({ id }) => drawn.has(id))
      .map(({ arm }) => arm),
  )
  return store.overview().arms.filter(arm => own.has(arm))
}

function settingsTable(store: Store, arms: readonly string[]): HTMLElement {
  const { settings, arms: all } = store.overview()
  const places = arms.map(arm => all.indexOf(arm))
  const groups = store.groups()
  const rows = settings
    .map(({ path, values }) => ({ path, values: places.map(place => values[place] ?? null) }))
    .filter(({ values }) => new Set(values).size > 1)
  if (rows.length === 0) return element('p.note', 'The runs shown differ only in their seed.')
  return table({
    titles: [
      title('Setting'),
      ...arms.map((arm, index) =>
        title(element('span', { class: `swatch ${colourClass(groups.of[places[index] ?? 0] ?? 0)}` }, arm)),
      ),
    ],
    rows: rows.map(({ path, values }) =>
      row(
        element('code', path),
        values.map(value => cell(element('code', value ?? '–'))),
      ),
    ),
  })
}

function comparisonTable({ rows, notes }: ComparedRuns): HTMLElement {
  return element(
    'div',
    rows.length === 0
      ? null
      : scrolled(
          table({
            id: 'compared',
            titles: ['Measure', 'Arm', 'Difference, points', 'Interval', 'p', 'Beyond chance?', 'Over'].map(text =>
              title(text),
            ),
            rows: rows.map(comparedRow),
          }),
        ),
    rows[0] === undefined
      ? null
      : element(
          'p.note',
          `Differences to ${rows[0].against} in percentage points, with their standard errors and ${Math.round(rows[0].level * 100)} % intervals; p is two-sided, corrected by Holm over all rows.`,
        ),
    notes.map(note => element('p.note', note)),
  )
}

function comparedRow({
  measure,
  arm,
  mean,
  error,
  low,
  high,
  p,
  adjusted,
  verdict,
  over,
  test,
  iteration,
}: ComparedArm): HTMLElement {
  const isShown = verdict !== 'inconclusive'
  const tone = !isShown || mean === null ? '' : mean > 0 ? 'better' : 'worse'
  return row(
    [measure, iteration === null ? '' : element('small', ` iteration ${iteration}`)],
    [
      cell(arm),
      numberCell([mean === null ? '–' : signedPoints(mean), error === null ? '' : ` ± ${points(error)}`], tone),
      numberCell(low === null || high === null ? '–' : `${signedPoints(low)} to ${signedPoints(high)}`),
      numberCell([
        adjusted === null ? '–' : shortNumber(adjusted, 2),
        p === null || p === adjusted ? '' : ` (${shortNumber(p, 2)} alone)`,
      ]),
      element('td', { class: tone }, isShown ? 'yes' : 'no'),
      cell(over, ' ', element('small', test)),
    ],
  )
}

/** Success alone is compared here, a share. */
const points = (share: number): string => decimalLabel(share * 100, 1)
const signedPoints = (share: number): string => `${share > 0 ? '+' : ''}${points(share)}`
