/** The reward model's criticism of a task's episodes, summarised for the adapter. */
export interface CriticSummary {
  /** What was said most often of the steps that are condemned; `null` where there is no such step. */
  readonly complaint: string | null
  /** Share of the steps that are condemned, in [0, 1]. */
  readonly condemned: number
  /** One line for each thing that was judged or that judges, the condemned steps marked ✗. */
  readonly text: string
}
