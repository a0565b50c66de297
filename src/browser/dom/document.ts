/** The part of a page's objects that is used in it, since the library of Node.js does not know them. Types only. */

export interface PageElement {
  readonly tagName: string
  readonly isConnected: boolean
  readonly isContentEditable: boolean
  readonly parentElement: PageElement | null
  readonly shadowRoot: PageRoot | null
  readonly activeElement?: PageElement | null
  /** Of a label. */
  readonly control?: PageElement | null
  readonly options?: Iterable<PageOption>
  readonly multiple?: boolean
  readonly type?: string
  readonly checked?: boolean
  /** A number of list items, meters and the like. */
  value?: string | number | undefined
  selectionStart?: number
  selectionEnd?: number
  readonly hasAttribute: (name: string) => boolean
  readonly getAttribute: (name: string) => string | null
  readonly setAttribute: (name: string, value: string) => void
  readonly removeAttribute: (name: string) => void
  readonly matches: (selector: string) => boolean
  readonly closest: (selector: string) => PageElement | null
  readonly contains: (other: PageElement) => boolean
  readonly checkVisibility: (options: object) => boolean
  readonly getRootNode: () => PageRoot
  readonly getBoundingClientRect: () => PageRectangle
  readonly getClientRects: () => Iterable<PageRectangle>
  readonly scrollIntoView: (options: object) => void
  readonly scrollIntoViewIfNeeded: () => void
  readonly focus: () => void
  readonly blur: () => void
  readonly select: () => void
  readonly setSelectionRange: (start: number, end: number) => void
  readonly dispatchEvent: (event: object) => boolean
}

interface PageOption {
  readonly value: string
  readonly label: string
  selected: boolean
}

interface PageRectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** A document, or the inside of an element with a separate one. */
export interface PageRoot {
  readonly activeElement: PageElement | null
  readonly host?: PageElement
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>
  readonly elementFromPoint: (x: number, y: number) => PageElement | null
}

export interface PageWindow {
  readonly document: PageRoot & {
    readonly hasFocus: () => boolean
    readonly createRange: () => { readonly selectNodeContents: (element: PageElement) => void }
  }
  readonly innerWidth: number
  readonly innerHeight: number
  readonly getComputedStyle: (element: PageElement) => { readonly visibility: string; readonly display: string }
  readonly getSelection: () => {
    readonly removeAllRanges: () => void
    readonly addRange: (range: object) => void
  } | null
  readonly Event: new (name: string, options: object) => object
}
