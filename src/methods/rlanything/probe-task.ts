/** A task with recorded action sequences, on which versions of the reward model are compared. */
export interface ProbeTask {
  readonly task: unknown
  /** [episodes][steps] */
  readonly episodes: readonly (readonly string[])[]
}
