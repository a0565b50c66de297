/** Elements, made without markup: a text can never become a tag. */

export type Child = Node | string | number | null | readonly Child[]

interface Props {
  /** Listeners by the event's name. */
  readonly on?: Readonly<Record<string, (event: Event) => void>>
  /** Attributes; `true` is one without a value, `false` and `null` leave it out. */
  readonly [attribute: string]: unknown
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), props, children)
}

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children)
}

/** Replaces all children. */
export function fillWith(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodes(children))
}

function filled<T extends Element>(made: T, { on = {}, ...attributes }: Props, children: readonly Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string' || typeof value === 'number') made.setAttribute(name, String(value))
    else if (value === true) made.setAttribute(name, '')
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener)
  made.append(...nodes(children))
  return made
}

const nodes = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child): (Node | string)[] => {
    if (child === null) return []
    if (typeof child === 'number') return [String(child)]
    if (typeof child === 'string' || child instanceof Node) return [child]
    return nodes(child)
  })
