/** A page as assistive technology sees it: roles, names and states. Types only. */

/** As Chromium gives it: `checked` is a text (`true`, `false`, `mixed`), `expanded` a boolean, `level` a number. */
export type PropertyValue = string | number | boolean

export interface AccessibilityNode {
  /** As Chromium names it, e.g. `RootWebArea`, `button`, `StaticText`, `generic`. */
  readonly role: string
  /** `null` of nodes that are ignored: they are not printed, but their children are. */
  readonly name: string | null
  /** By which actions name the element; `null` of text and of the page itself. */
  readonly bid: string | null
  /** A field's value; `null` for other elements. */
  readonly value: PropertyValue | null
  /** In the order in which they are printed. */
  readonly properties: readonly (readonly [name: string, value: PropertyValue])[]
  /** Whether something listens to clicks on the element itself. */
  readonly clickable: boolean
  readonly children: readonly AccessibilityNode[]
}
