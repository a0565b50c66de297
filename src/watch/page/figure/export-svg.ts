/** A self-contained figure: its style on the page becomes attributes. */

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
    rectangle({ x: 0, y: -24, width, height: height + 24, fill: paper.backgroundColor }),
    heading(title, paper.color),
  )
  return new XMLSerializer().serializeToString(copy)
}

function rectangle(attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  return made
}

function heading(text: string, colour: string): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'text')
  for (const [name, value] of Object.entries({
    x: 12,
    y: -8,
    fill: colour,
    'font-size': 13,
    'font-family': 'sans-serif',
  }))
    made.setAttribute(name, String(value))
  made.textContent = text
  return made
}
