/** Elements, made without markup: a text can never become a tag. */

export type Child = Node | string | number | null | readonly Child[]

interface Props {
  /** Listeners by the event's name. */
  readonly on?: Readonly<Record<string, (event: Event) => void>>
  /** Attributes; `true` is one without a value, `false` and `null` leave it out. */
  readonly [attribute: string]: unknown
}

/** A tag with classes: `p.note`. */
type Selector<Tag extends string> = Tag | `${Tag}.${string}`

/** Attributes, if there are any, then children. */
type Contents = readonly Child[] | readonly [Props, ...Child[]]

export function element<Tag extends keyof HTMLElementTagNameMap>(selector: Selector<Tag>, ...contents: Contents) {
  return filled(selector, tag => document.createElement(tag as Tag), contents)
}

export function svgElement<Tag extends keyof SVGElementTagNameMap>(selector: Selector<Tag>, ...contents: Contents) {
  return filled(selector, tag => document.createElementNS('http://www.w3.org/2000/svg', tag as Tag), contents)
}

/** Replaces all children. */
export function fillWith(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodes(children))
}

/** Fills a list to choose from, unless it has these choices already: one that is open stays as it is. */
export function fillChoice(
  choice: HTMLSelectElement,
  values: readonly string[],
  textOf: (value: string) => string = value => value,
): void {
  const known = [...choice.options].map(({ value }) => value)
  if (known.length === values.length && values.every((value, index) => value === known[index])) return
  const options = values.map(value => element('option', { value }, textOf(value)))
  fillWith(choice, options)
}

function filled<T extends Element>(selector: string, make: (tag: string) => T, contents: Contents): T {
  const [tag = '', ...classes] = selector.split('.')
  const made = make(tag)
  made.classList.add(...classes)
  const [first, ...others] = contents
  const [{ on = {}, ...attributes }, children] = isProps(first) ? [first, others as Child[]] : [{}, contents as Child[]]
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string' || typeof value === 'number') made.setAttribute(name, String(value))
    else if (value === true) made.setAttribute(name, '')
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener)
  made.append(...nodes(children))
  return made
}

const isProps = (value: Props | Child | undefined): value is Props =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Node)

const nodes = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child): (Node | string)[] => {
    if (child === null) return []
    if (typeof child === 'number') return [String(child)]
    if (typeof child === 'string' || child instanceof Node) return [child]
    return nodes(child)
  })
