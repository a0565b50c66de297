/** Where the time of iterations went, lane by lane. */
import type { ActorsView, WorkSpan } from '../../contract/actors.ts'
import { extentOf } from '../../../report/chart/axis.ts'
import { colourClass } from '../chart/look.ts'
import { element, svgElement } from '../dom/element.ts'
import { formatted } from '../dom/formats.ts'

const laneHeight = 30
const left = 8

export function gantt({ spans, lanes }: ActorsView, width: number): HTMLElement {
  if (spans.length === 0) return element('p.note', 'No times yet.')
  const [, end] = extentOf(spans.map(({ startMs, ms }) => startMs + ms))
  const at = (ms: number): number => left + (ms / end) * (width - 2 * left)
  const [loop, device] = [spans.filter(isOfLoop), spans.filter(span => !isOfLoop(span))].map(namesOf)
  const colourOf = (span: WorkSpan): number => ((isOfLoop(span) ? loop : device) ?? []).indexOf(span.name)
  const height = lanes.length * (laneHeight + 16) + 24
  return element(
    'div.gantt',
    svgElement(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: 'img',
        'aria-label': 'Time by lane; the table below has the numbers',
      },
      lanes.map((lane, row) => svgElement('text', { x: left, y: row * (laneHeight + 16) + 12 }, lane)),
      beginnings(spans).map(({ startMs }) => [
        svgElement('line.grid', { x1: at(startMs), x2: at(startMs), y1: 16, y2: height - 18 }),
      ]),
      apart(beginnings(spans), at).map(({ iteration, startMs }) =>
        svgElement('text', { x: at(startMs) + 3, y: height - 6 }, String(iteration)),
      ),
      spans.map(span => spanShape(span, lanes.indexOf(span.lane), colourOf(span), at)),
    ),
    colours('Loop', loop ?? []),
    colours('Device', device ?? []),
  )
}

function spanShape(
  { name, iteration, startMs, ms, busyMs, calls, depth }: WorkSpan,
  row: number,
  colour: number,
  at: (ms: number) => number,
): SVGElement {
  const time = formatted(ms, 'milliseconds')
  const inCalls = calls === 1 ? 'one call' : `${calls} calls, ${formatted(busyMs, 'milliseconds')} of it in them`
  const more = calls === null ? '' : `, ${inCalls}, at most ${depth} requests unfinished`
  return svgElement(
    'rect',
    {
      class: `span ${colourClass(colour)}`,
      x: at(startMs),
      y: row * (laneHeight + 16) + 18,
      width: Math.max(0.5, at(startMs + ms) - at(startMs)),
      height: laneHeight - 4,
    },
    svgElement('title', `${name}, iteration ${iteration}: ${time}${more}`),
  )
}

/** The first span of each iteration. */
const beginnings = (spans: readonly WorkSpan[]): readonly WorkSpan[] =>
  spans.filter(({ iteration }, index) => iteration !== spans[index - 1]?.iteration)

/** Those whose numbers fit side by side. */
function apart(spans: readonly WorkSpan[], at: (ms: number) => number): readonly WorkSpan[] {
  let last = -Infinity
  return spans.filter(({ startMs, iteration }) => {
    const isApart = at(startMs) - last >= 12 + 7 * String(iteration).length
    if (isApart) last = at(startMs)
    return isApart
  })
}

const isOfLoop = ({ lane }: WorkSpan): boolean => lane === 'loop'
const namesOf = (spans: readonly WorkSpan[]): readonly string[] => [...new Set(spans.map(({ name }) => name))]

/** The meaning of some lanes' colours: a colour has one meaning in the loop, and one on the device. */
const colours = (title: string, names: readonly string[]): HTMLElement | null =>
  names.length === 0
    ? null
    : element(
        'div',
        element('span.note', `${title}:`),
        element(
          'ul.legend',
          names.map((name, index) => element('li', { class: colourClass(index) }, name)),
        ),
      )
