/** The part of a browser's document that the page of the desk uses, since the library of Node.js does not know it. Types only. */

export interface DeskNode {
  readonly tagName: string
  readonly dataset: Record<string, string | undefined>
  textContent: string | null
  hidden: boolean
  value: string
  checked: boolean
  readonly selectionStart: number | null
  readonly selectionEnd: number | null
  /** Of a dialog. */
  readonly open: boolean
  readonly children: Iterable<DeskNode> & { readonly length: number }
  readonly lastElementChild: DeskNode | null
  readonly nextElementSibling: DeskNode | null
  readonly parentElement: DeskNode | null
  readonly closest: (selector: string) => DeskNode | null
  readonly getAttribute: (name: string) => string | null
  readonly setAttribute: (name: string, value: string) => void
  readonly insertBefore: (node: DeskNode, before: DeskNode | null) => void
  readonly append: (...nodes: readonly (DeskNode | string)[]) => void
  readonly compareDocumentPosition: (other: DeskNode) => number
  readonly showModal: () => void
  readonly close: () => void
}

interface DeskEventOnPage {
  readonly target: DeskNode
  readonly key?: string
  readonly deltaY?: number
  readonly preventDefault: () => void
}

export interface DeskDocument {
  readonly body: DeskNode
  readonly activeElement: DeskNode | null
  readonly hasFocus: () => boolean
  readonly createElement: (tag: string) => DeskNode
  /** @param capture whether events that do not rise through the document are heard too. */
  readonly addEventListener: (type: string, listener: (event: DeskEventOnPage) => void, capture: boolean) => void
}
