import type { Summary } from '../../events/events.ts'

/** Where the run began and, once it has ended or was interrupted, where it got to. */
export interface RunSummary {
  readonly before: Summary
  readonly after: Summary | null
}
