/** Rewards and advantages of the actions of one task's rollouts, checked against the shape of the rewards. Pure. */
import { observerNotes, type Rollout } from '../../../contracts/episode.ts'
import { checkVotes, type Vote } from '../../../reward/votes.ts'
import type { Formulas, GroupEpisode, TrainingProgress, Part } from '../formulation/formulation.ts'
import type { PolicyCredit } from '../../../learning/group-credit.ts'
import { outcomeOf, valuesOf } from '../../../reward/outcome.ts'

export interface CreditOptions {
  readonly formulation: Formulas
  /** The source of the step signal, which a formulation gets as votes. */
  readonly source: 'reward-model' | 'expert' | 'outcome'
  readonly progress: TrainingProgress
}

/**
 * An invalid step has no reward and is no member of a group, where the reward model is the step signal.
 *
 * @param rollouts the episodes of one task, all played by one policy.
 * @throws {RangeError} if a step that needs votes has none.
 * @throws {Error} naming the formulation and its part, if its result is not finite or of another shape.
 */
export function creditPolicy(rollouts: readonly Rollout[], options: CreditOptions): PolicyCredit {
  const { rewards, advantages } = creditGroup(rollouts, options)
  return { rewards, advantages }
}

/** `creditPolicy`, with the group as the formulation saw it. */
export function creditGroup(
  rollouts: readonly Rollout[],
  { formulation, source, progress }: CreditOptions,
): PolicyCredit & { readonly group: readonly GroupEpisode[] } {
  const group = rollouts.map(rollout => toGroupEpisode(rollout, source))
  const rewards = group.map((episode): (number | null)[] =>
    episode.votes.map((votes, step) => (votes === null ? null : formulation.stepReward(episode, step, progress))),
  )
  requireLike(formulation.name, 'stepReward', rewards, rewards)
  const advantages = formulation.advantages(rewards, group, progress)
  requireLike(formulation.name, 'advantages', advantages, rewards)
  return { rewards, advantages, group }
}

/** The episode as a formulation sees it. */
function toGroupEpisode(rollout: Rollout, source: CreditOptions['source']): GroupEpisode {
  const { opening, steps, score } = rollout.episode
  const soft = source === 'reward-model' ? softOf(rollout) : null
  const votes = steps.map((_, step) => signal(rollout, step, source))
  for (const ofStep of votes) if (ofStep !== null) checkVotes(ofStep)
  return {
    outcome: outcomeOf(rollout),
    score,
    votes,
    ...(soft === null ? {} : { softVotes: soft }),
    anchorObservations: steps.map(({ situation }, step) => situation ?? steps[step - 1]?.observation ?? opening),
  }
}

/** @throws {Error} unless there is a finite number wherever there should be a value, and nothing elsewhere. */
export function requireLike(
  name: string,
  part: Part,
  found: readonly (readonly (number | null)[])[],
  like: readonly (readonly (number | null)[])[],
): void {
  like.forEach((row, first) => {
    if (found[first]?.length !== row.length || found.length !== like.length)
      throw new Error(
        `${part} of the formulation ${name} must give ${row.length} values at ${first}, got ${found[first]?.length ?? 0}`,
      )
    row.forEach((wanted, second) => {
      const value = found[first]?.[second] ?? null
      if (wanted === null ? value !== null : !Number.isFinite(value))
        throw new Error(
          `${part} of the formulation ${name} must give ${wanted === null ? 'null' : 'a finite number'} at ${first}, ${second}, got ${String(value)}`,
        )
    })
  })
}

/** [steps][m], 0 where malformed; `null` in a run without soft votes. */
function softOf(rollout: Rollout): NonNullable<GroupEpisode['softVotes']> | null {
  const notes = observerNotes(rollout)
  const isSoft = notes.some(note => note.kind === 'verdicts' && note.verdicts.some(({ soft }) => soft !== undefined))
  return isSoft
    ? notes.map(note => (note.kind === 'verdicts' ? note.verdicts.map(({ soft }) => soft ?? 0) : null))
    : null
}

/** The step signal as votes, `null` if it could not be computed; with the outcome alone a vote of 0, which adds nothing. */
function signal(rollout: Rollout, step: number, source: CreditOptions['source']): readonly Vote[] | null {
  switch (source) {
    case 'reward-model': {
      const note = observerNotes(rollout)[step]
      return note === undefined ? [] : valuesOf(note)
    }
    case 'expert':
      return expertVote(rollout, step)
    case 'outcome':
      return [0]
  }
}

/** @throws {RangeError} if the world has no exact label of the step. */
function expertVote({ episode }: Rollout, step: number): readonly Vote[] {
  const label = episode.steps[step]?.label ?? null
  if (label === null) throw new RangeError(`step ${step} of ${episode.id} has no label to be the step signal`)
  return [label.good ? 1 : -1]
}
