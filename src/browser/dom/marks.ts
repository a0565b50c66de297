/** Run in the page: gives every element its bid, and puts it where the accessibility tree shows it. */
import type { PageElement, PageRoot, PageWindow } from './document.ts'

/** What `marksIn` makes. */
export interface Marks {
  /** Numbers new elements, and marks all. */
  readonly mark: () => void
  /** Takes the marks away, but not the numbers. */
  readonly unmark: () => void
  readonly find: (bid: string) => PageElement | null
  /** The bid of the element with the focus; empty without focus. */
  readonly focused: () => string
}

/**
 * Sent to the page as a text: whatever it uses is inside it, or handed in.
 *
 * Source: BrowserGym 0.14.3, `frame_mark_elements.js` and `frame_unmark_elements.js`; frames in the page are not entered.
 *
 * @param tags of elements that get a number.
 */
export function marksIn(page: PageWindow, tags: readonly string[]): Marks {
  const standard = new Set(tags)
  let next = 0

  const elements = (root: PageRoot): PageElement[] =>
    [...root.querySelectorAll('*')].flatMap(element => [
      element,
      ...(element.shadowRoot === null ? [] : elements(element.shadowRoot)),
    ])
  const numbered = (): PageElement[] =>
    elements(page.document).filter(({ tagName }) => standard.has(tagName.toLowerCase()))

  /** What scripts have set becomes part of the document, as far as the tree is made of it. */
  const showState = (element: PageElement): void => {
    if (element.value !== undefined) element.setAttribute('value', `${element.value}`)
    if (element.checked === true) element.setAttribute('checked', '')
    if (element.checked === false) element.removeAttribute('checked')
  }
  const put = (element: PageElement, attribute: string, bid: string): void =>
    element.setAttribute(attribute, `browsergym_id_${bid} ${element.getAttribute(attribute) ?? ''}`)
  const take = (element: PageElement, attribute: string): void => {
    const before = (element.getAttribute(attribute) ?? '').replace(/^browsergym_id[^\s]*\s/, '')
    if (before === '') element.removeAttribute(attribute)
    else element.setAttribute(attribute, before)
  }

  return {
    mark: () => {
      const taken = new Set<string>()
      for (const element of numbered()) {
        showState(element)
        const own = element.getAttribute('bid')
        /* A copy of an element has its number, too. */
        const bid = own === null || taken.has(own) ? String(next++) : own
        taken.add(bid)
        element.setAttribute('bid', bid)
        put(element, 'aria-roledescription', bid)
        put(element, 'aria-description', bid)
      }
    },
    unmark: () => {
      for (const element of elements(page.document)) {
        for (const attribute of ['aria-roledescription', 'aria-description'])
          if (element.hasAttribute(attribute)) take(element, attribute)
      }
    },
    find: bid => elements(page.document).find(element => element.getAttribute('bid') === bid) ?? null,
    focused: () => {
      let active = page.document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active?.getAttribute('bid') ?? ''
    },
  }
}
