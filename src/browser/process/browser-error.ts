/** Errors of a browser, as kinds: the page is at fault, or the browser is gone, or a command makes no sense. */

/**
 * `hung`: no answer within the deadline; the browser was killed for it. `lost`: the browser, or the process of the page, ended,
 * perhaps by another page's fault. `refused`: the browser answered a command with an error.
 */
export type BrowserErrorKind = 'hung' | 'lost' | 'refused'

export class BrowserError extends Error {
  readonly kind: BrowserErrorKind

  constructor(kind: BrowserErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export const isBrowserError = (thrown: unknown, ...kinds: readonly BrowserErrorKind[]): thrown is BrowserError =>
  thrown instanceof BrowserError && kinds.includes(thrown.kind)
