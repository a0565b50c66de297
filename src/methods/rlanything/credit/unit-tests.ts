/** Rewards and advantages of each program and of each unit test written for it. Pure. */
import type { Formulas } from '../formulation/formulation.ts'
import { creditPolicy, requireLike, type CreditOptions } from './credit.ts'
import { nth } from '../../../math/nth.ts'
import { zip } from '../../../math/zip.ts'
import type { GroupCredit } from '../../../learning/group-credit.ts'
import { rolloutsOf, type TaskGroup } from '../../../rollout/groups.ts'
import { correctOf, testsByStep } from '../../../reward/unit-tests/written-tests.ts'

type ByTest = readonly (readonly (readonly (number | null)[])[])[]

/**
 * The reward model is not in the policy's reward. A test without results has neither reward nor advantage, and does not enter
 * the others' baseline.
 *
 * @throws as `creditPolicy`, also for the parts about tests; {RangeError} if not every test was tried.
 */
export function creditTests(group: TaskGroup, options: CreditOptions): GroupCredit {
  const { formulation } = options
  const policy = creditPolicy(rolloutsOf(group), { ...options, source: 'outcome' })
  const tests = testsByStep(group)
  const count = tests.flat(2).length
  const passes = group.passes ?? []
  if (passes.length !== count)
    throw new RangeError(`passes must have ${count} rows, one a test written, got ${passes.length}`)
  const rewards = formulation.testRewards(correctOf(group), passes)
  requireRewards(formulation, rewards, count)
  let next = 0
  const noteRewards = tests.map(steps => steps.map(ofStep => ofStep.map(() => nth(rewards, next++))))
  return { ...policy, noteRewards, noteAdvantages: advantagesOf(formulation, noteRewards) }
}

/** The formulation sees those tests alone that have a reward. */
function advantagesOf(formulation: Formulas, rewards: ByTest): ByTest {
  const known = rewards.map(steps => steps.map(ofStep => ofStep.filter(reward => reward !== null)))
  const advantages = formulation.voteAdvantages(known)
  requireLike(formulation.name, 'voteAdvantages', advantages.flat(), known.flat())
  return zip(rewards, advantages).map(([steps, ofSteps]) =>
    zip(steps, ofSteps).map(([ofStep, left]) => {
      let next = 0
      return ofStep.map(reward => (reward === null ? null : nth(left, next++)))
    }),
  )
}

function requireRewards({ name }: Formulas, rewards: readonly (number | null)[], count: number): void {
  if (rewards.length !== count)
    throw new Error(`testRewards of the formulation ${name} must give ${count} values, got ${rewards.length}`)
  const odd = rewards.findIndex(reward => reward !== null && !Number.isFinite(reward))
  if (odd >= 0)
    throw new Error(
      `testRewards of the formulation ${name} must give a finite number or null at ${odd}, got ${String(rewards[odd])}`,
    )
}
