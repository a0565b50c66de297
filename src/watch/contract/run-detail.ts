/** A run in full. Types only: the server and its page share them. */
export interface RunDetail {
  readonly directory: string
  /** The text of notes.md in its folder; empty without. */
  readonly notes: string
  /** Of measures of success: their highest value, and the first iteration that reached it. */
  readonly best: readonly { readonly measure: string; readonly value: number; readonly iteration: number }[]
  /** All settings by their path, values as JSON. */
  readonly settings: readonly { readonly path: string; readonly value: string }[]
}
