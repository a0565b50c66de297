/** `rlanything/gui`: screens as trees, actions as text, and pages of a browser, for worlds with graphical interfaces. */

/* Screens and actions as text. */
export { flatten, type FlattenOptions } from './gui/tree/flatten.ts'
export { parseTree } from './gui/tree/parse-tree.ts'
export type { AccessibilityNode, PropertyValue } from './gui/tree/accessibility-node.ts'
export type { Bids } from './gui/tree/bids.ts'
export { parseActions, type ParsedActions } from './gui/actions/parse-actions.ts'
export type { GuiAction, GuiActionName, Modifier, MouseButton } from './gui/actions/gui-action.ts'
export { ActionError, type ActionErrorType } from './gui/actions/action-error.ts'
export { fromWords } from './gui/actions/from-words.ts'
export { aliasing, aliasWords, type AliasedText, type Aliasing } from './gui/actions/aliases.ts'
export { pythonRepr } from './gui/python/repr.ts'

/* Pages of a browser. */
export { findBrowser } from './browser/process/find-browser.ts'
export { launchBrowser, type Browser } from './browser/browser.ts'
export { pagePool, type PagePool } from './browser/pool.ts'
export type { Page, PageOptions, ScriptWorld } from './browser/page.ts'
export type { Serve, ServedFile } from './browser/containment.ts'
export { guiScript } from './browser/dom/script.ts'
export { observe, type Screen } from './browser/gui/observe.ts'
export { pageActions } from './browser/gui/act.ts'
export { actByTextIn, type ActByText } from './browser/gui/act-by-text.ts'
export { screenshot } from './browser/gui/screenshot.ts'
export { BrowserError, isBrowserError, type BrowserErrorKind } from './browser/process/browser-error.ts'
