/** Tables: titles above their columns, and in each row a name before its cells. */
import { element, type Child } from './element.ts'

interface TableParts {
  readonly id?: string
  readonly caption?: HTMLElement
  readonly titles: readonly HTMLElement[]
  readonly rows: readonly HTMLElement[]
}

export const table = ({ id, caption, titles, rows }: TableParts): HTMLElement =>
  element('table', { id }, caption ?? null, element('thead', element('tr', titles)), element('tbody', rows))

export const title = (...text: readonly Child[]): HTMLElement => element('th', { scope: 'col' }, text)
export const numberTitle = (text: string): HTMLElement => element('th.n', { scope: 'col' }, text)

/** @param isChosen whether it is the one that is shown next to the table. */
export const row = (name: Child, cells: readonly HTMLElement[], isChosen = false): HTMLElement =>
  element('tr', { class: isChosen ? 'chosen' : null }, element('th', { scope: 'row' }, name), cells)

export const cell = (...text: readonly Child[]): HTMLElement => element('td', text)
/** @param tone better, worse, or none. */
export const numberCell = (text: Child, tone = ''): HTMLElement => element('td', { class: `n ${tone}`.trim() }, text)

/** Can be scrolled, by the keyboard too, where there is no room. */
export const scrolled = (...children: readonly Child[]): HTMLElement => element('div.scroll', { tabindex: 0 }, children)
