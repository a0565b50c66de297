/** Errors of actions, as BrowserGym words them. An action that fails is reported to the one who acted; nothing else follows. */

/**
 * The kinds: ValueError for missing elements, NameError and TypeError for calls that do not exist or do not fit,
 * TimeoutError for elements that cannot be reached, Error for unsupported actions.
 */
export type ActionErrorType = 'ValueError' | 'NameError' | 'TypeError' | 'SyntaxError' | 'TimeoutError' | 'Error'

/** Thrown while an action is carried out, and caught where its observation is made. Never crosses a thread. */
export class ActionError extends Error {
  readonly type: ActionErrorType

  constructor(type: ActionErrorType, message: string) {
    super(message)
    this.type = type
  }

  /** As an observation shows it: `ValueError: Could not find element with bid "9"`. */
  override toString(): string {
    return `${this.type}: ${this.message}`
  }
}

export const emptyAction = () => new ActionError('ValueError', 'Received an empty action.')
export const unknownAction = (name: string) => new ActionError('NameError', `Invalid action type '${name}'.`)
export const noSuchElement = (bid: string) => new ActionError('ValueError', `Could not find element with bid "${bid}"`)

/** Hidden, disabled, covered, or an option that is not there. @param method as `click`. */
export const timedOut = (method: string) =>
  new ActionError('TimeoutError', `Locator.${method}: Timeout 500ms exceeded.`)

/** @param method as `fill`. @param reason as `Malformed value`. */
const refusedBy = (method: string, reason: string) => new ActionError('Error', `Locator.${method}: Error: ${reason}`)

export const notFillable = (method: string) =>
  refusedBy(method, 'Element is not an <input>, <textarea> or [contenteditable] element')
/** Of an input that takes no text, as a check box. */
export const inputNotFillable = (method: string, type: string) =>
  refusedBy(method, `Input of type "${type}" cannot be filled`)
/** Of fields with a special form, such as dates. */
export const malformedValue = (method: string) => refusedBy(method, 'Malformed value')
export const notANumber = (method: string) => refusedBy(method, 'Cannot type text into input[type=number]')
export const notSelectable = () => refusedBy('select_option', 'Element is not a <select> element')
export const unknownKey = (key: string) => new ActionError('Error', `Locator.press: Unknown key: "${key}"`)
