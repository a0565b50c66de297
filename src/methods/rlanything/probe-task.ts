/** A task with what was done in it: step sequences that judges are compared on. */
export interface ProbeTask {
  readonly task: unknown
  /** [episodes][steps] */
  readonly episodes: readonly (readonly string[])[]
}
