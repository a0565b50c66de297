export interface DiagnoseOptions {
  /** For how long each verb of an engine is timed, 0.5. */
  readonly seconds?: number
  /** Longest time for one engine, 60. */
  readonly limitSeconds?: number
  /** Aborted: the rest is not tried. */
  readonly signal?: AbortSignal
}
