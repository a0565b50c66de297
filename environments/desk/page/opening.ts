/** Initial data of a desk's page. */
import type { DeskState } from '../screen/state.ts'

export interface DeskOpening {
  readonly state: DeskState
  /** Text for a person; `null` where none is shown and nothing is graded. */
  readonly told: { readonly goal: string; readonly stepLimit: number } | null
}

/** Data from the page's own origin is only inspected, not checked. */
export const isOpening = (value: unknown): value is DeskOpening =>
  typeof value === 'object' && value !== null && 'state' in value && 'told' in value
