/** A self-contained figure: its style on the page becomes attributes. */
import { svgElement } from '../dom/element.ts'

const kept = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'font-size',
  'font-family',
  'opacity',
] as const

/** @param title written above the figure. */
export function selfContainedSvg(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [svg, copy].map(root => [...root.querySelectorAll<SVGElement>('*')])
  copies?.forEach((each, index) => {
    const original = originals?.[index]
    if (original === undefined) return
    const look = getComputedStyle(original)
    for (const name of kept) each.setAttribute(name, look.getPropertyValue(name))
    each.removeAttribute('class')
  })
  for (const passing of copy.querySelectorAll('[data-passing]')) passing.remove()
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `0 -24 ${width} ${height + 24}`)
  copy.setAttribute('height', String(height + 24))
  const paper = getComputedStyle(document.body)
  copy.prepend(
    svgElement('rect', { x: 0, y: -24, width, height: height + 24, fill: paper.backgroundColor }),
    svgElement('text', { x: 12, y: -8, fill: paper.color, 'font-size': 13, 'font-family': 'sans-serif' }, title),
  )
  return new XMLSerializer().serializeToString(copy)
}
