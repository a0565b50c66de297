/** A screen as a difference: content new to the player, and the location when that has changed. */
import type { Bids } from '../../../src/gui/tree/bids.ts'
import { pythonRepr } from '../../../src/gui/python/repr.ts'
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'

export const nothingChanged = 'Nothing changed.'

interface Telling {
  readonly text: string
  readonly told: DeskState['told']
}

/**
 * Lines as the full text has them, without mere containers and without `focused`, `selected` and options. An element last
 * shown in its present form is not shown again, on whichever screen that was.
 *
 * @param elements those of the screen, in document order.
 * @param bids their numbers; `null` where elements are called by their names.
 * @param told elements shown before.
 * @param moved whether one has come to another screen, whose title is then always shown.
 */
export function tellChanges(
  elements: readonly DeskElement[],
  bids: Bids | null,
  told: DeskState['told'],
  moved: boolean,
): Telling {
  const title = elements.findLast(isTitle)
  const lines: string[] = []
  const news: [key: string, content: string][] = []
  for (const element of elements) {
    const content = contentOf(element)
    if (content === null) continue
    const isNew = told[element.key] !== content
    if (isNew) news.push([element.key, content])
    const isTold = element === title ? isNew || moved : isNew && !isTitle(element)
    if (isTold) lines.push(lineOf(element, bids?.numbers[element.key]))
  }
  return { text: lines.length === 0 ? nothingChanged : lines.join('\n'), told: amendedRecord(told, news) }
}

/** The same record if nothing is new. */
function amendedRecord(before: DeskState['told'], news: readonly (readonly [string, string])[]): DeskState['told'] {
  if (news.length === 0) return before
  const after: Record<string, string> = { ...before }
  for (const [key, content] of news) after[key] = content
  return after
}

const isTitle = ({ role }: DeskElement): boolean => role === 'heading' || role === 'dialog'

/** The shown content of an element, whatever its number is; `null` without content. */
function contentOf({ role, name, value, props, children }: DeskElement): string | null {
  switch (role) {
    case 'textbox':
    case 'combobox':
      return `${name}=${value ?? ''}`
    case 'checkbox':
    case 'radio':
      return `${name}=${String(props?.[0]?.[1])}`
    case 'paragraph':
      return children[0]?.name ?? null
    case 'heading':
    case 'dialog':
    case 'radiogroup':
    case 'button':
    case 'menuitem':
    case 'tab':
      return name
    default:
      return null
  }
}

/** Titles and mere labels are shown without their numbers, as they need not be pressed. */
function lineOf({ role, name, value = '', props, children }: DeskElement, number?: number): string {
  const title = `${role} ${pythonRepr(name)}`
  const control = number === undefined ? title : `[${number}] ${title}`
  switch (role) {
    case 'paragraph':
      return children[0]?.name ?? ''
    case 'heading':
    case 'dialog':
    case 'radiogroup':
      return title
    case 'textbox':
    case 'combobox':
      return `${control}${value === '' ? '' : ` value=${pythonRepr(value)}`}`
    case 'checkbox':
    case 'radio':
      return `${control}, checked=${pythonRepr(String(props?.[0]?.[1]))}`
    default:
      return control
  }
}
