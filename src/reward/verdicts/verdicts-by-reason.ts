import { groupBy } from '../../math/group-by.ts'
import { mean } from '../../math/statistics.ts'

/** A step with the expert's label and the reward model's verdicts. */
export interface StepVerdicts {
  /** Of the task's group: steps are compared within one group, at one step index. */
  readonly group: string
  /** From 0. */
  readonly step: number
  readonly good: boolean
  /** The expert's reason for the label. */
  readonly reason: string
  /** [m ≥ 1] of −1, 1, and 0 where malformed. */
  readonly verdicts: readonly number[]
}

/** A step as the tables of a run keep it. */
export interface StepRecord {
  readonly use: string
  /** From 1. */
  readonly iteration: number
  /** Of the task's group in the iteration. */
  readonly slot: number
  readonly step: number
  /** `null` where the expert has no label. */
  readonly good: boolean | null
  readonly goodReason: string | null
  readonly verdicts: readonly number[]
}

/**
 * Those of training episodes that have a label and verdicts.
 *
 * @param run of which the records are, where there are several.
 */
export const labelledSteps = (records: readonly StepRecord[], run = ''): readonly StepVerdicts[] =>
  records.flatMap(({ use, iteration, slot, step, good, goodReason, verdicts }) =>
    use !== 'train' || good === null || verdicts.length === 0
      ? []
      : [{ group: `${run} ${iteration}/${slot}`, step, good, reason: goodReason ?? '', verdicts }],
  )

interface VerdictsOfReason {
  readonly good: boolean
  readonly reason: string
  readonly steps: number
  /** Mean over steps of the mean verdict, in [−1, 1]. */
  readonly meanVerdict: number
}

/**
 * The reward model's mean verdict by the expert's reason: which kinds of good and bad steps it can tell apart.
 *
 * @returns good ones first, then by number of steps.
 */
export function verdictsByReason(steps: readonly StepVerdicts[]): readonly VerdictsOfReason[] {
  return [...groupBy(steps, ({ good, reason }) => `${good} ${reason}`).values()]
    .map(own => ({ good: own[0].good, reason: own[0].reason, steps: own.length, meanVerdict: meanOf(own) }))
    .sort((a, b) => Number(b.good) - Number(a.good) || b.steps - a.steps)
}

/**
 * Share of pairs of a good and a bad step at the same step index of one group in which the good one has the higher mean verdict;
 * equal ones count half. Advantages are made of such contrasts alone, so this is what verdicts can teach a policy.
 *
 * @returns in [0, 1], 0.5 is chance; `null` where there is no such pair.
 */
export function sameStepOrder(steps: readonly StepVerdicts[]): number | null {
  const cells = new Map<string, { readonly good: number[]; readonly bad: number[] }>()
  for (const { group, step, good, verdicts } of steps) {
    const key = `${step} ${group}`
    const cell = cells.get(key) ?? { good: [], bad: [] }
    cells.set(key, cell)
    cell[good ? 'good' : 'bad'].push(mean(verdicts))
  }
  const scores = [...cells.values()].flatMap(({ good, bad }) =>
    good.flatMap(better => bad.map(worse => (better > worse ? 1 : better === worse ? 0.5 : 0))),
  )
  return scores.length === 0 ? null : mean(scores)
}

const meanOf = (steps: readonly StepVerdicts[]): number => mean(steps.map(({ verdicts }) => mean(verdicts)))
