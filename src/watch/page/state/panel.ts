import type { Store } from './store.ts'
import type { View } from './view.ts'

/** A part of the page. */
export interface Panel {
  readonly element: HTMLElement
  /**
   * @param before the shown view; `null` if the runs have changed.
   * @throws {Error} if the server cannot be asked.
   */
  readonly update: (before: View | null) => Promise<void>
}

export type MakePanel = (store: Store) => Panel
