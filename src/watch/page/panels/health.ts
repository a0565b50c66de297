/** Health checks of all drawn runs. */
import type { HealthCheck, WatchedRun } from '../../contract/overview.ts'
import { capitalised } from '../../../text/capitalised.ts'
import { element, fillWith } from '../dom/element.ts'
import { formatted } from '../dom/formats.ts'
import type { Store } from '../state/store.ts'
import type { Panel } from '../state/panel.ts'

export function healthPanel(store: Store): Panel {
  const runs = element('div')
  return {
    element: element(
      'section',
      element('h2', 'Health checks'),
      element(
        'p.note',
        'Means over the last 10 iterations against two bounds, to warn and to alarm. Click a check for its chart.',
      ),
      runs,
    ),
    update: async () => {
      const drawn = new Set(store.drawn())
      const { run: first } = store.view()
      const shown = store.overview().runs.filter(({ id }) => drawn.has(id))
      fillWith(
        runs,
        shown
          .toSorted((one, other) => Number(other.id === first) - Number(one.id === first))
          .map(run => healthChecks(store, run)),
      )
    },
  }
}

function healthChecks(store: Store, { id, state, healthChecks: own }: WatchedRun): HTMLElement {
  return element(
    'article.health-checks',
    element('h3', `${id} `, element('span', { class: `badge ${state}` }, state)),
    own.length === 0 ? element('p.note', 'Nothing measured yet.') : null,
    element(
      'ul',
      own.map(health => healthItem(store, health)),
    ),
  )
}

function healthItem(store: Store, { measure, value, level }: HealthCheck): HTMLElement | null {
  const found = store.overview().measures.find(({ id }) => id === measure)
  if (found?.health === undefined) return null
  const { bounds, bad, meaning, relativeTo } = found.health
  const format = relativeTo === 'beginning' ? 'percent' : relativeTo === 'median' ? 'decimal' : found.format
  const sign = bad === 'above' ? '≥' : '≤'
  const [near, beyond] = bounds.map(bound => formatted(bound, format))
  return element(
    'li',
    { class: `health ${level}` },
    element(
      'button',
      { type: 'button', on: { click: () => store.show({ name: 'curves', search: measure }) } },
      element('span.light', { 'aria-hidden': 'true' }),
      capitalised(found.title),
    ),
    element('b', formatted(value, format)),
    element('span.word', words[level]),
    element('span.note', `near ${sign} ${near ?? ''}, beyond ${sign} ${beyond ?? ''}; ${meaning}`),
  )
}

const words: Readonly<Record<HealthCheck['level'], string>> = {
  fine: 'fine',
  near: 'near',
  beyond: 'beyond',
  unknown: 'not measured',
}
