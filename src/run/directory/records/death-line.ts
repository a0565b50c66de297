import type { SystemEvent } from '../../../runtime/supervision/system-event.ts'

/** A line of deaths.jsonl. */
export type DeathLine = SystemEvent & {
  /** Iterations made when it happened. */
  readonly iteration: number
}
