/** The curves of all chosen runs, a chart a measure. */
import type { Measure } from '../../../contracts/measure.ts'
import { groupBy } from '../../../math/group-by.ts'
import { sharedCursor } from '../chart/cursor.ts'
import { chartFigure, type ChartFigure } from '../figure/figure.ts'
import type { FigureState } from '../figure/figure-state.ts'
import { element, fillWith } from '../dom/element.ts'
import { ask, asking } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import { curveTools } from './curve-tools.ts'
import type { Panel } from '../state/panel.ts'

interface ListedChart {
  readonly measure: Measure
  readonly figure: ChartFigure
  readonly question: ReturnType<typeof asking<FigureState>>
  isSeen: boolean
}

export function watchedCurves(store: Store): Panel {
  const cursor = sharedCursor()
  const tools = curveTools(store)
  const sections = element('div')
  const charts = new Map<string, ListedChart>()
  let layout = ''

  const seen = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const chart = charts.get(target.getAttribute('data-measure') ?? '')
        if (chart === undefined) continue
        chart.isSeen = isIntersecting
        if (isIntersecting) void refresh(chart).catch(() => {})
      }
    },
    { rootMargin: '200px' },
  )
  const make = (measure: Measure): ListedChart => {
    const figure = chartFigure({
      measure,
      cursor,
      onZoom: zoom => store.show({ zoom }),
      onLog: isLog => store.show({ log: changed(store.view().log, measure.id, isLog) }),
      onPin: isPinned => store.show({ pinned: changed(store.view().pinned, measure.id, isPinned) }),
      onPlace: place => {
        if (store.view().along === 'iteration')
          store.show({ name: 'episodes', iteration: Math.round(place), episode: '' })
      },
    })
    return { measure, figure, question: asking<FigureState>(figure.show), isSeen: false }
  }

  const refresh = async (chart: ListedChart): Promise<void> => {
    const { along, window, group, zoom, log, pinned } = store.view()
    const runs = store.drawn()
    const parameters = {
      measure: chart.measure.id,
      run: runs,
      along,
      window,
      group,
      from: zoom?.[0] ?? null,
      to: zoom?.[1] ?? null,
    }
    const isLog = log.includes(chart.measure.id)
    const isPinned = pinned.includes(chart.measure.id)
    await chart.question(JSON.stringify([parameters, isLog, isPinned, grown(store, runs)]), async signal => ({
      curves: await ask('curves', parameters, signal),
      ...{ isLog, isPinned, zoom, runs },
    }))
  }

  const arrange = (): void => {
    const { search, pinned } = store.view()
    const wanted = search.toLowerCase()
    const measures = store
      .overview()
      .measures.filter(({ title, id }) => `${title} ${id}`.toLowerCase().includes(wanted))
    const first = measures.filter(({ id }) => pinned.includes(id)).map(each => ({ ...each, section: 'Pinned' }))
    const ordered = [...first, ...measures.filter(({ id }) => !pinned.includes(id))]
    const next = ordered.map(({ id, section }) => `${section} ${id}`).join('\n')
    if (next === layout && layout !== '') return
    layout = next
    seen.disconnect()
    fillWith(
      sections,
      sectionsOf(ordered, measure => {
        const chart = charts.get(measure.id) ?? make(measure)
        charts.set(measure.id, chart)
        seen.observe(chart.figure.element)
        return chart.figure.element
      }),
    )
  }

  return {
    element: element('div', tools.element, sections),
    update: async () => {
      tools.update()
      arrange()
      await Promise.all([...charts.values()].filter(({ isSeen }) => isSeen).map(refresh))
    },
  }
}

const changed = (ids: readonly string[], id: string, isIn: boolean): readonly string[] => [
  ...ids.filter(each => each !== id),
  ...(isIn ? [id] : []),
]

/** The measures of a section side by side. */
function sectionsOf(measures: readonly Measure[], drawn: (measure: Measure) => HTMLElement): readonly HTMLElement[] {
  if (measures.length === 0) return [element('p.note', 'Nothing has been measured yet.')]
  return [...groupBy(measures, ({ section }) => section)].map(([title, own]) =>
    element('section.measures', element('h2', title), element('div.charts', own.map(drawn))),
  )
}

/** Changes with every line of the runs that are drawn; while long ones are read, with each tenth of them. */
function grown(store: Store, ids: readonly string[]): string {
  const chosen = new Set(ids)
  const runs = store.overview().runs.filter(({ id }) => chosen.has(id))
  const whole = runs.filter(({ read }) => read === 1).length
  return [Math.floor((10 * whole) / Math.max(1, runs.length)), ...runs.map(({ made, arm }) => `${made} ${arm}`)].join()
}
