/** A task made from another one. */
export interface Edit<Task> {
  readonly task: Task
  /** The kind of edit, e.g. `hide-target`; adaptation learns which kinds get accepted. */
  readonly name: string
  /** One sentence for the lineage: what changed. */
  readonly reason: string
}
