/** Paths on a map, as an SVG: a dot moves along each, without a script. */
import type { WorldMap } from '../../contracts/worlds/vector-world.ts'
import { html, type Html } from '../../text/html.ts'

export interface Path {
  /** In order, at least one. */
  readonly observations: readonly Float32Array[]
  /** Whether it came to its end: it was not cut off. */
  readonly reached: boolean
}

const stepSeconds = 0.06

export function pathPicture({ cells, place }: WorldMap, paths: readonly Path[]): Html {
  const columns = Math.max(...cells.map(({ length }) => length))
  const seconds = Math.max(...paths.map(({ observations }) => observations.length)) * stepSeconds
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns} ${cells.length}" width="${60 * columns}">
    <rect width="100%" height="100%" fill="#fbfaf7" />
    ${cells.flatMap((row, down) => Array.from(row, (cell, right) => drawnCell(cell, right, down)))}
    ${paths.map(path => drawnPath(path, place, seconds))}
  </svg>`
}

function drawnCell(cell: string, right: number, down: number): Html | null {
  if (cell === '#') return html`<rect x="${right}" y="${down}" width="1.02" height="1.02" fill="#9aa0a8" />`
  if (cell === 'G') return html`<circle cx="${right + 0.5}" cy="${down + 0.5}" r="0.5" fill="#cfe8d8" />`
  return null
}

/** All dots begin again together. */
function drawnPath({ observations, reached }: Path, place: WorldMap['place'], seconds: number): Html {
  const points = observations.map(observation => place(observation).map(part => part.toFixed(3)))
  const line = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.join(' ')}`).join('')
  const colour = reached ? '#2c7a4b' : '#b4452f'
  const share = Math.min(1, (observations.length * stepSeconds) / seconds).toFixed(4)
  return html`<path d="${line}" fill="none" stroke="${colour}" stroke-width="0.04" stroke-opacity="0.6" />
    <circle r="0.1" fill="${colour}">
      <animateMotion
        path="${line}"
        dur="${seconds}s"
        repeatCount="indefinite"
        calcMode="linear"
        keyPoints="0;1;1"
        keyTimes="0;${share};1"
      />
    </circle>`
}
