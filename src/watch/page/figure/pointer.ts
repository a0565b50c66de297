/** The pointer on a chart: it moves the cursor, chooses a place, and drags out a part to zoom in on. */
import { svgElement } from '../dom/element.ts'
import type { DrawnChart } from '../chart/draw.ts'
import type { FigureOptions, FigureState } from './figure-state.ts'
import { nearestPlace } from '../chart/places-of.ts'

/** Pixels from which a press is a drag. */
const drag = 6

export function handlePointer(
  plot: HTMLElement,
  current: () => (DrawnChart & FigureState) | null,
  { cursor, onZoom, onPlace }: Pick<FigureOptions, 'cursor' | 'onZoom' | 'onPlace'>,
): void {
  let pressed: number | null = null
  const pixelOf = (event: PointerEvent, { frame }: DrawnChart): number =>
    Math.min(frame.right, Math.max(frame.left, event.clientX - plot.getBoundingClientRect().left))
  const placeOf = (event: PointerEvent, drawn: DrawnChart & FigureState): number | null =>
    nearestPlace(drawn.curves, drawn.places.x.valueAt(pixelOf(event, drawn)))

  plot.addEventListener('pointermove', event => {
    const drawn = current()
    if (drawn === null) return
    cursor.move(placeOf(event, drawn))
    if (pressed !== null) showDrag(drawn, pressed, pixelOf(event, drawn))
  })
  plot.addEventListener('pointerleave', () => {
    if (pressed === null) cursor.move(null)
  })
  plot.addEventListener('pointerdown', event => {
    const drawn = current()
    if (drawn === null || event.button !== 0) return
    pressed = pixelOf(event, drawn)
    plot.setPointerCapture(event.pointerId)
  })
  plot.addEventListener('pointerup', event => {
    const drawn = current()
    const from = pressed
    pressed = null
    if (drawn === null || from === null) return
    drawn.svg.querySelector('.drag')?.remove()
    const to = pixelOf(event, drawn)
    if (Math.abs(to - from) >= drag) {
      const [low, high] = [Math.min(from, to), Math.max(from, to)]
      onZoom([drawn.places.x.valueAt(low), drawn.places.x.valueAt(high)])
      return
    }
    const place = placeOf(event, drawn)
    if (place !== null) onPlace(place)
  })
  plot.addEventListener('pointercancel', () => (pressed = null))
}

function showDrag({ svg, frame }: DrawnChart, from: number, to: number): void {
  svg.querySelector('.drag')?.remove()
  if (Math.abs(to - from) < drag) return
  const shape = { x: Math.min(from, to), y: frame.top, width: Math.abs(to - from), height: frame.bottom - frame.top }
  svg.append(svgElement('rect.drag', { 'data-passing': true, ...shape }))
}
