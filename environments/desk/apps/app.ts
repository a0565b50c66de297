/** An application: two pure functions of the desk. */
import type { DeskElement } from '../screen/element.ts'
import type { DeskState } from '../screen/state.ts'

export interface DeskApp {
  /** The page that is open, and after it the dialog, if one is. */
  readonly view: (state: DeskState) => readonly DeskElement[]
  /** What follows when an element of the page is pressed; drafts are kept by the kernel before. */
  readonly on: (state: DeskState, key: string) => DeskState
}
