/** Votes of a reward model that is trained, beside what does not change with it: exact labels, or votes of the model as it began. Pure. */
import { observerNotes, type Rollout } from '../../contracts/episode.ts'
import { mean } from '../../math/statistics.ts'
import { rolloutsOf, type Members } from '../../rollout/groups.ts'
import { valuesOf } from '../outcome.ts'

/** Name of the observer that is the reward model as it began. */
export const goldObserver = 'gold'

/** A step that has votes and is known to be good or bad. */
interface GoldStep {
  readonly step: number
  /** Mean vote, in [−1, 1]. */
  readonly vote: number
  readonly good: boolean
}

export interface GoldQuality {
  /** Mean of (1 + S̄) / 2 over the steps, in [0, 1]; `null` without any. */
  readonly approval: number | null
  /** Share of these steps that are good. */
  readonly truth: number | null
  /**
   * Of pairs of a good and a bad step at one step index of a group, the share whose mean votes are in that order, ties as half: the
   * order that reaches the policy. `null` without pairs.
   */
  readonly order: number | null
}

/** The votes on these groups against labels, or where a step has none against the majority of the votes of `goldObserver`. */
export function goldQuality(groups: readonly Members[]): GoldQuality {
  const known = groups.map(group => rolloutsOf(group).flatMap(goldSteps))
  const steps = known.flat()
  const pairs = known.flatMap(ofGroup =>
    ofGroup
      .filter(({ good }) => good)
      .flatMap(one =>
        ofGroup.filter(other => !other.good && other.step === one.step).map(other => one.vote - other.vote),
      ),
  )
  return {
    approval: steps.length === 0 ? null : mean(steps.map(({ vote }) => (1 + vote) / 2)),
    truth: steps.length === 0 ? null : mean(steps.map(({ good }) => Number(good))),
    order: pairs.length === 0 ? null : mean(pairs.map(difference => (1 + Math.sign(difference)) / 2)),
  }
}

function goldSteps(rollout: Rollout): readonly GoldStep[] {
  const gold = rollout.notes[goldObserver] ?? []
  return observerNotes(rollout).flatMap((note, step) => {
    const votes = valuesOf(note)
    const ofGold = gold[step] === undefined ? null : valuesOf(gold[step])
    const sum = ofGold?.reduce<number>((total, vote) => total + vote, 0) ?? 0
    const good = rollout.episode.steps[step]?.label?.good ?? (sum === 0 ? null : sum > 0)
    return votes === null || good === null ? [] : [{ step, vote: mean(votes), good }]
  })
}
