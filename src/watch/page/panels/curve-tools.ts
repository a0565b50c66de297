/** What holds for all charts: the axis, the smoothing, the zoom. */
import { alongKinds } from '../../contract/curves.ts'
import { element, fillChoice } from '../dom/element.ts'
import { alongNames } from '../dom/formats.ts'
import type { Store } from '../state/store.ts'

const windows = [1, 3, 5, 11, 21, 51, 101, 501, 1001]

interface CurveTools {
  readonly element: HTMLElement
  readonly update: () => void
}

export function curveTools(store: Store): CurveTools {
  const along = element(
    'select',
    {
      id: 'along',
      on: {
        change: () => {
          const kind = alongKinds.find(each => each === along.value)
          if (kind !== undefined) store.show({ along: kind, zoom: null })
        },
      },
    },
    alongKinds.map(kind => element('option', { value: kind }, alongNames[kind])),
  )
  const smooth = element('input', {
    id: 'smooth',
    type: 'range',
    min: 0,
    max: windows.length - 1,
    step: 1,
    on: { input: () => store.show({ window: windows[Number(smooth.value)] ?? 1 }) },
  })
  const window = element('output', { for: 'smooth' })
  const group = element('select', { id: 'group', on: { change: () => store.show({ group: group.value }) } })
  const search = element('input', {
    id: 'search',
    type: 'search',
    placeholder: 'e.g. entropy',
    on: { input: () => store.show({ search: search.value }) },
  })
  const whole = element(
    'button',
    { type: 'button', id: 'whole', on: { click: () => store.show({ zoom: null }) } },
    'Show all',
  )
  return {
    element: element(
      'div.bar',
      element('label', 'x axis ', along),
      element('label', 'Smoothing ', smooth, ' ', window),
      element('label', 'Group runs by ', group),
      element('label', 'Measure ', search),
      whole,
      element('span.note.hint', 'Drag across a chart to zoom; press at an iteration for its episodes.'),
    ),
    update: () => {
      const view = store.view()
      along.value = view.along
      const nearest = windows.findLastIndex(each => each <= view.window)
      smooth.value = String(Math.max(0, nearest))
      smooth.setAttribute('aria-valuetext', windowText(view.window))
      window.textContent = windowText(view.window)
      const paths = store.overview().settings.map(({ path }) => path)
      fillChoice(group, ['', ...paths], path => (path === '' ? 'settings (ignore seed)' : path))
      group.value = paths.includes(view.group) ? view.group : ''
      if (document.activeElement !== search) search.value = view.search
      whole.disabled = view.zoom === null
    },
  }
}

const windowText = (window: number): string => (window === 1 ? 'none' : `${window} points`)
