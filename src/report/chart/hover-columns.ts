/** Shown under a pointer anywhere over a chart: every series' value there. Invisible columns with titles: the page has no script. */
import { html, type Html } from '../../text/html.ts'
import type { Series } from './series.ts'

interface Place {
  readonly top: number
  readonly bottom: number
  readonly words: { readonly format: (y: number) => string; readonly at: (x: number) => string }
}

/** More columns than this are too narrow to point at, and make the page large. */
const most = 60

export function hoverColumns(
  series: readonly Series[],
  scale: (x: number) => number,
  { top, bottom, words }: Place,
): Html {
  const told = series.filter(({ look }) => look !== 'ghost')
  const all = [...new Set(told.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const every = Math.ceil(all.length / most)
  /* Counted from the end: the last value is shown. */
  const shown = all.filter((_, index) => (all.length - 1 - index) % every === 0)
  const edges = shown.map((x, index) => (scale(shown[index - 1] ?? x) + scale(x)) / 2)
  return html`<g class="hover">
    ${shown.map((x, index) => {
      const from = edges[index] ?? scale(x)
      const to = edges[index + 1] ?? scale(x)
      const values = told.flatMap(({ name, points }) => {
        const point = points.find(each => each.x === x)
        if (point === undefined) return []
        const { y, error = 0 } = point
        return [`${name}: ${words.format(y)}${error > 0 ? ` ± ${words.format(error)}` : ''}`]
      })
      return html`<rect
        x="${from.toFixed(1)}"
        y="${top}"
        width="${Math.max(to - from, 4).toFixed(1)}"
        height="${bottom - top}"
        ><title>${[words.at(x), ...values].join('\n')}</title></rect
      >`
    })}
  </g>`
}
