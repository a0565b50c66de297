/** Run in the page: an action's effects there, and where the mouse has to go for it. */
import type { PageElement, PageRoot, PageWindow } from './document.ts'
import type { Marks } from './marks.ts'

/**
 * `point`: where to click, in pixels of the window. `type`: the field is ready, and its text is selected. `done`: nothing is left
 * to do. `missing`: no such element. `unreachable`: it cannot be reached now, and more tries are of no use. `refused`: no element
 * for this. `takes-no-text`: an input of this type is not filled.
 */
export type DomActionResult =
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'type' | 'done' | 'missing' | 'unreachable' }
  | { readonly kind: 'refused'; readonly reason: DomActionRefusal }
  | { readonly kind: 'takes-no-text'; readonly type: string }

export const domActionRefusals = ['not-fillable', 'not-selectable', 'malformed', 'not-a-number'] as const
export type DomActionRefusal = (typeof domActionRefusals)[number]

interface DomActions {
  /** The middle of an element that can be seen, scrolled to where it can. @param enabled whether it must not be disabled. */
  readonly aim: (bid: string, enabled: boolean) => DomActionResult
  readonly fill: (bid: string, value: string) => DomActionResult
  readonly select: (bid: string, options: readonly string[]) => DomActionResult
  readonly focus: (bid: string, resetSelection: boolean) => DomActionResult
}

type Reach = ReturnType<typeof reachIn>

/** What can be seen and clicked in the page; sent there as a text, as `domActionsIn` is. */
export function reachIn(page: PageWindow) {
  const fields = 'input, textarea, select'
  const controls = 'button, [role=button], [role=checkbox], [role=radio]'
  /** The control that an element belongs to. */
  const controlOf = (element: PageElement): PageElement => {
    const inControl =
      element.matches(fields) || element.isContentEditable ? element : (element.closest(controls) ?? element)
    if (inControl.matches(`${fields}, ${controls}`) || inControl.isContentEditable) return inControl
    const label = inControl.closest('label') ?? inControl
    return label.control ?? label
  }
  const isVisible = (element: PageElement): boolean => {
    if (!element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: false })) return false
    const { width, height } = element.getBoundingClientRect()
    return page.getComputedStyle(element).visibility === 'visible' && width > 0 && height > 0
  }
  const isDisabled = (element: PageElement): boolean =>
    element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null
  const isReadOnly = (element: PageElement): boolean => element.matches(fields) && element.hasAttribute('readonly')

  /** The element, or one that is in it, shadows included. */
  const holds = (outer: PageElement, inner: PageElement): boolean => {
    let element: PageElement | null = inner
    while (element !== null && element !== outer) element = element.parentElement ?? element.getRootNode().host ?? null
    return element !== null
  }
  const deepest = (root: PageRoot, x: number, y: number): PageElement | null => {
    const element = root.elementFromPoint(x, y)
    const shadow = element?.shadowRoot ?? null
    if (shadow === null || shadow.elementFromPoint(x, y) === element) return element
    return deepest(shadow, x, y) ?? element
  }
  /** Halves of pixels are rounded up by some and down by others: a little less is rounded down by all. */
  const offHalf = (at: number): number => {
    const part = at - Math.floor(at)
    return Math.trunc((part > 0.49 && part < 0.51 ? at - 0.02 : at) * 100) / 100
  }
  const middleOf = (element: PageElement): { x: number; y: number } | null => {
    for (const { left, right, top, bottom } of element.getClientRects()) {
      const [x0, x1] = [left, right].map(x => Math.min(Math.max(x, 0), page.innerWidth)) as [number, number]
      const [y0, y1] = [top, bottom].map(y => Math.min(Math.max(y, 0), page.innerHeight)) as [number, number]
      if ((x1 - x0) * (y1 - y0) > 0.99) return { x: offHalf((x0 + x1) / 2), y: offHalf((y0 + y1) / 2) }
    }
    return null
  }
  /** A button takes clicks for its contents. */
  const targetOf = (element: PageElement): PageElement =>
    element.matches(fields) || element.isContentEditable
      ? element
      : (element.closest('button, [role=button], a, [role=link]') ?? element)
  const takesClickAt = (element: PageElement, x: number, y: number): boolean => {
    const hit = deepest(page.document, x, y)
    return hit !== null && (holds(targetOf(element), hit) || hit.closest('label')?.control === element)
  }

  return { controlOf, isVisible, isDisabled, isReadOnly, middleOf, takesClickAt }
}

/**
 * Sent to the page as a text: all that it uses is inside it, or an argument.
 *
 * Source: Playwright 1.44, `injectedScript.ts` and `dom.ts`. Departures: elements are not waited for, since the clock is
 * stopped; whether they move is not checked.
 */
export function domActionsIn(page: PageWindow, find: Marks['find'], reach: Reach): DomActions {
  const { controlOf, isVisible, isDisabled, isReadOnly, middleOf, takesClickAt } = reach
  /** Fields with a special form, whose value is set, and fields that are typed into. */
  const setTypes = ['color', 'date', 'time', 'datetime-local', 'month', 'range', 'week']
  const typedTypes = ['', 'email', 'number', 'password', 'search', 'tel', 'text', 'url']
  const done: DomActionResult = { kind: 'done' }
  const missing: DomActionResult = { kind: 'missing' }
  const unreachable: DomActionResult = { kind: 'unreachable' }
  const refuse = (reason: DomActionRefusal): DomActionResult => ({ kind: 'refused', reason })
  const nameOf = (element: PageElement): string => element.tagName.toLowerCase()

  const fire = (element: PageElement, name: string): void =>
    void element.dispatchEvent(new page.Event(name, { bubbles: true, composed: name === 'input' }))
  const setValue = (element: PageElement, value: string): DomActionResult => {
    element.focus()
    element.value = value
    if (element.value !== value) return refuse('malformed')
    fire(element, 'input')
    fire(element, 'change')
    return done
  }
  const selectAll = (element: PageElement): DomActionResult => {
    if (nameOf(element) === 'input') element.select()
    else if (nameOf(element) === 'textarea') {
      element.selectionStart = 0
      element.selectionEnd = String(element.value).length
    } else {
      const range = page.document.createRange()
      range.selectNodeContents(element)
      page.getSelection()?.removeAllRanges()
      page.getSelection()?.addRange(range)
    }
    element.focus()
    return { kind: 'type' }
  }

  return {
    aim: (bid, enabled) => {
      const element = find(bid)
      if (element === null) return missing
      const ways = [null, 'end', 'center', 'start']
      for (const block of ways) {
        if (!isVisible(element) || (enabled && isDisabled(controlOf(element)))) return unreachable
        if (block === null) element.scrollIntoViewIfNeeded()
        else element.scrollIntoView({ block, inline: block })
        const middle = middleOf(element)
        if (middle !== null && takesClickAt(element, middle.x, middle.y)) return { kind: 'point', ...middle }
      }
      return unreachable
    },
    fill: (bid, value) => {
      const found = find(bid)
      if (found === null) return missing
      const element = controlOf(found)
      if (!isVisible(found) || isDisabled(element) || isReadOnly(element)) return unreachable
      if (nameOf(element) === 'textarea') return selectAll(element)
      if (nameOf(element) !== 'input') return element.isContentEditable ? selectAll(element) : refuse('not-fillable')
      const type = (element.type ?? '').toLowerCase()
      if (setTypes.includes(type)) return setValue(element, value.trim())
      if (!typedTypes.includes(type)) return { kind: 'takes-no-text', type }
      if (type === 'number' && Number.isNaN(Number(value.trim()))) return refuse('not-a-number')
      return selectAll(element)
    },
    select: (bid, wanted) => {
      const found = find(bid)
      if (found === null) return missing
      const element = controlOf(found)
      if (!isVisible(found) || isDisabled(element)) return unreachable
      if (element.options === undefined || nameOf(element) !== 'select') return refuse('not-selectable')
      const options = [...element.options]
      const fits = ({ value, label }: { value: string; label: string }, name: string) =>
        value === name || label === name
      const matching = options.filter(option => wanted.some(name => fits(option, name)))
      const chosen = element.multiple === true ? matching : matching.slice(0, 1)
      const left = element.multiple === true ? wanted.filter(name => !chosen.some(option => fits(option, name))) : []
      if (left.length > 0 || (wanted.length > 0 && chosen.length === 0)) return unreachable
      element.value = undefined
      for (const option of chosen) option.selected = true
      fire(element, 'input')
      fire(element, 'change')
      return done
    },
    focus: (bid, resetSelection) => {
      const element = find(bid)
      if (element === null) return missing
      const active = element.getRootNode().activeElement
      const had = active === element && page.document.hasFocus()
      if (element.isContentEditable && !had) active?.blur()
      element.focus()
      element.focus()
      const types = ['text', 'search', 'url', 'tel', 'password']
      if (resetSelection && !had && nameOf(element) === 'input' && types.includes(element.type ?? ''))
        element.setSelectionRange(0, 0)
      return done
    },
  }
}
