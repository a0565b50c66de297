/** Groups of episodes in an iteration. Pure. */
import type { RunConfig } from '../../config/config.ts'
import type { ProposerWork } from '../../methods/method-work.ts'
import { amount, exactly, noAmount, plus } from './amount.ts'
import type { Amount } from './forecast.ts'

export interface Groups {
  /** Of the drawn slots. */
  readonly drawn: number
  /**
   * Of proposed tasks and, by rule `sound`, of those that they would replace: about one for each drawn task. A proposal that is accepted and lies
   * outside the band may be followed by another at once, so that at most every slot has one.
   */
  readonly proposed: Amount
  readonly all: Amount
  /** Whose episodes may be trained on: those of drawn tasks, and of proposed ones that are accepted. */
  readonly training: Amount
}

/** @param proposer changes of tasks, if there are any. */
export function groupsOf(
  { tasks: { perIteration, slots }, iterations }: Pick<RunConfig, 'tasks' | 'iterations'>,
  proposer: Pick<ProposerWork, 'playsBoth'> | null,
): Groups {
  const drawn = exactly(perIteration)
  const pending = proposer === null ? noAmount : amount(perIteration, Math.min(slots, perIteration * (iterations - 1)))
  const proposed = proposer?.playsBoth === true ? plus(pending, pending) : pending
  const all = plus(drawn, proposed)
  return { drawn: perIteration, proposed, all, training: { about: perIteration, most: all.most } }
}
