/** A chart with its legend, its table and its data; its pointer and keys move the cursor of all charts, and the zoom. */
import { capitalised } from '../../../text/capitalised.ts'
import type { Curves } from '../../contract/curves.ts'
import { element, fillWith, svgElement } from '../dom/element.ts'
import { placeText } from '../dom/formats.ts'
import { saveBlob, saveFrom } from '../dom/save.ts'
import { addressOf } from '../state/ask.ts'
import { chartTable } from '../chart/chart-table.ts'
import { drawChart, type DrawnChart } from '../chart/draw.ts'
import { pictureOf } from './export-png.ts'
import { selfContainedSvg } from './export-svg.ts'
import { figureNote } from './figure-note.ts'
import type { FigureOptions, FigureState } from './figure-state.ts'
import { handleKeys } from './keys.ts'
import { legend } from '../chart/legend.ts'
import { colourClass } from '../chart/look.ts'
import { handlePointer } from './pointer.ts'
import { readAt } from '../chart/read-at.ts'

export interface ChartFigure {
  readonly element: HTMLElement
  readonly show: (state: FigureState) => void
}

const height = 240

export function chartFigure(options: FigureOptions): ChartFigure {
  const { measure, cursor } = options
  const plot = element('div.plot', {
    tabindex: 0,
    role: 'group',
    'aria-label': `${capitalised(measure.title)}, chart; arrow keys move the cursor, plus and minus zoom, Enter shows episodes`,
  })
  const values = element('div.values', { 'aria-live': 'polite' })
  const note = element('p.note')
  const table = element('details', { on: { toggle: () => showTable() } }, element('summary', 'Table'), element('div'))
  const logBox = element('input', { type: 'checkbox', on: { change: () => options.onLog(logBox.checked) } })
  const pinBox = element('input', { type: 'checkbox', on: { change: () => options.onPin(pinBox.checked) } })
  const made = element(
    'figure.measured',
    { 'data-measure': measure.id },
    element('h3', capitalised(measure.title)),
    note,
    values,
    plot,
    element(
      'div.tools',
      element('label', logBox, ' log'),
      element('label', pinBox, ' pin'),
      button('SVG', 'save the figure', () => saveFigure()),
      button('PNG', 'save the figure as a picture', () => void savePicture()),
      button('CSV', 'save its data', () => saveData()),
      table,
    ),
  )
  let state: FigureState | null = null
  let drawing: DrawnChart | null = null

  const draw = (): void => {
    if (state === null || plot.clientWidth === 0) return
    const { curves, isLog, zoom } = state
    drawing = drawChart(curves, {
      title: `${measure.title} by ${curves.along}`,
      width: plot.clientWidth,
      height,
      format: measure.format,
      isLog,
      zoom,
    })
    fillWith(plot, drawing === null ? element('p.note', 'Nothing measured yet.') : drawing.svg)
    mark(cursor.place())
  }
  const mark = (place: number | null): void => {
    if (state === null) return
    const { curves } = state
    fillWith(values, legend(curves, measure.format, place ?? state.zoom?.[1] ?? null))
    if (drawing === null) return
    drawing.svg.querySelector('.cursor')?.remove()
    if (place !== null) drawing.svg.append(cursorMark(drawing, curves, place))
  }
  const showTable = (): void => {
    const [, body] = table.children
    if (body !== undefined)
      fillWith(body, table.open && state !== null ? chartTable(state.curves, measure.format, measure.title) : null)
  }
  const saveFigure = (): void => {
    if (drawing !== null)
      saveBlob(`${measure.id}.svg`, new Blob([selfContainedSvg(drawing.svg, measure.title)], { type: 'image/svg+xml' }))
  }
  const savePicture = async (): Promise<void> => {
    if (drawing !== null) saveBlob(`${measure.id}.png`, await pictureOf(selfContainedSvg(drawing.svg, measure.title)))
  }
  const saveData = (): void => {
    if (state !== null) {
      const { runs, curves } = state
      saveFrom(addressOf('data.csv', { measure: measure.id, run: runs, group: curves.group }), `${measure.id}.csv`)
    }
  }
  const current = () => (state === null || drawing === null ? null : { ...drawing, ...state })

  cursor.follow(mark)
  new ResizeObserver(draw).observe(plot)
  handlePointer(plot, current, options)
  handleKeys(plot, current, options)
  return {
    element: made,
    show: next => {
      state = next
      logBox.checked = next.isLog
      pinBox.checked = next.isPinned
      note.textContent = figureNote(measure, next.curves)
      draw()
      if (table.open) showTable()
    },
  }
}

function cursorMark({ places, frame }: DrawnChart, { arms, along }: Curves, place: number): SVGElement {
  const left = places.x.at(place)
  const isInside = left >= frame.left && left <= frame.right
  return svgElement(
    'g.cursor',
    { 'data-passing': true },
    isInside ? svgElement('line', { x1: left, x2: left, y1: frame.top, y2: frame.bottom }) : null,
    isInside
      ? svgElement(
          'text',
          {
            x: left > (frame.left + frame.right) / 2 ? left - 5 : left + 5,
            y: frame.top + 10,
            'text-anchor': left > (frame.left + frame.right) / 2 ? 'end' : 'start',
          },
          placeText(place, along),
        )
      : null,
    arms.map(arm => {
      const { place: at, value } = readAt(arm, place)
      const [x, y] = [at === null ? NaN : places.x.at(at), value === null ? NaN : places.y.at(value)]
      if (!(x >= frame.left && x <= frame.right) || Number.isNaN(y)) return null
      return svgElement('circle', { class: colourClass(arm.index), cx: x, cy: y, r: 3.5 })
    }),
  )
}

const button = (text: string, title: string, press: () => void): HTMLElement =>
  element('button', { type: 'button', title, on: { click: press } }, text)
