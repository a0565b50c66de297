import type { Random } from '../../math/random.ts'
import type { Edit } from './edit.ts'
import type { JsonSchema } from '../models/json-schema.ts'

/** For adapters that are language models: a changed task as a small JSON value, whose meaning is the world's. */
export interface TaskProposals<Task> {
  /** The task as the adapter reads it, in a few lines: the setting and the goal. */
  readonly tell: (task: Task) => string
  /** The form of a proposal for this task. */
  readonly schema: (task: Task) => JsonSchema
  /**
   * The changed task; whether it can be solved is for `valid` to say.
   *
   * @throws {RangeError} naming the field of the proposal, the value found and the value wanted.
   */
  readonly apply: (task: Task, proposal: unknown, random: Random) => Edit<Task>
}

/** Why a proposal came to nothing. `unreadable`: no JSON; `truncated`: none, for it was cut off at `maxTokens`; `refused`: not of the world's form; `unsolvable`: its expert cannot; `unchanged`: the task as it was. */
export const proposalRefusals = ['unreadable', 'truncated', 'refused', 'unsolvable', 'unchanged'] as const
export type ProposalRefusal = (typeof proposalRefusals)[number]

/** How many, by reason; reasons that did not occur are left out. */
export type ProposalRefusals = { readonly [reason in ProposalRefusal]?: number }
