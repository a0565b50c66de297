/** Keys on a chart: arrows, Home and End move the cursor, plus, minus and 0 zoom, Enter chooses a place. */
import type { DrawnChart } from '../chart/draw.ts'
import type { FigureOptions, FigureState } from './figure-state.ts'
import { measuredPlaces } from '../chart/places-of.ts'

export function handleKeys(
  plot: HTMLElement,
  current: () => (DrawnChart & FigureState) | null,
  { cursor, onZoom, onPlace }: Pick<FigureOptions, 'cursor' | 'onZoom' | 'onPlace'>,
): void {
  plot.addEventListener('keydown', event => {
    const drawn = current()
    if (drawn === null || event.ctrlKey || event.metaKey || event.altKey) return
    const { low, high } = drawn.places.x
    const places = measuredPlaces(drawn.curves).filter(place => place >= low && place <= high)
    const place = cursor.place()
    const index = place === null ? -1 : places.findIndex(each => each >= place)
    const move = (to: number): void => cursor.move(places[Math.max(0, Math.min(places.length - 1, to))] ?? null)
    const zoom = (factor: number): void => {
      const centre = place ?? (low + high) / 2
      onZoom([centre - (centre - low) * factor, centre + (high - centre) * factor])
    }
    const actions: Readonly<Record<string, () => void>> = {
      ArrowRight: () => move(index + (event.shiftKey ? 10 : 1)),
      ArrowLeft: () => move((index < 0 ? places.length : index) - (event.shiftKey ? 10 : 1)),
      Home: () => move(0),
      End: () => move(places.length - 1),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => onZoom(null),
      Escape: () => cursor.move(null),
      Enter: () => {
        if (place !== null) onPlace(place)
      },
    }
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}
