/** The reward model's criticism of a task's episodes, summarised for the adapter. */
export interface CriticSummary {
  /** The most frequent reason on steps that all votes call bad; `null` without such a step. */
  readonly complaint: string | null
  /** Share of the steps that are condemned, in [0, 1]. */
  readonly condemned: number
  /** One line for each step or test, the condemned steps marked ✗. */
  readonly text: string
}
