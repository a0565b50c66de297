/** The formulation that a run trains by, and that a check holds to the laws: one is completed for both, here. */
import { resolve } from 'node:path'
import { objectiveRule } from '../../engine/semantics/objective-rule.ts'
import { crediting } from './credit/by-kind.ts'
import { acceptanceRule } from './formulation/acceptance-rule.ts'
import { complete } from './formulation/complete.ts'
import type { CompleteFormulation, Formulation } from './formulation/formulation.ts'
import { guardedFormulation } from './formulation/guarded-formulation.ts'
import { loadFormulation } from './load-formulation.ts'
import { parseFormulation } from './formulation/parse-formulation.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import type { RunConfig } from '../../config/config.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { rewardModelKindOf } from '../../reward/kinds/choose.ts'
import type { RewardModelKind } from '../../reward/reward-model-kind.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import { rlanythingConfig, type RlanythingConfig } from './settings.ts'

interface RunFormulation {
  /** Of the formulation that the user gave; `null` trains by the configuration alone. */
  readonly name: string | null
  readonly whole: CompleteFormulation
}

/**
 * The formulation given, or that of the configuration's file, completed.
 *
 * @throws {RangeError} if both are given, one is no formulation, or an objective cannot be made.
 */
export async function runFormulation(
  config: RlanythingConfig,
  rewardModelKind: Pick<RewardModelKind, 'name'>,
  given: unknown,
): Promise<RunFormulation> {
  const { formulation: file } = config.feedback
  const own = given === undefined ? null : parseFormulation('the formulation given', given)
  if (file !== null && own !== null)
    throw new RangeError(`feedback.formulation is ${file}, and a formulation ${own.name} was given as well`)
  const found = own ?? (file === null ? null : await loadFormulation(file))
  const guarded = found === null ? null : guardedFormulation(found, file === null ? null : resolve(file))
  const whole = completedBy(config, rewardModelKind, guarded)
  if (config.rewardModel.soft && whole.claims.soft !== true)
    throw new RangeError(
      `rewardModel.soft must be false where stepReward does not claim to take soft votes (claims: { soft: true }), got true with the formulation ${whole.name}`,
    )
  await Promise.all(Object.values(whole.objectives).map(objectiveRule))
  return { name: found?.name ?? null, whole }
}

/**
 * The formulation as a run of the configuration completes it: its own parts, and the configuration's where it has none.
 *
 * @throws {RangeError} if it is no formulation, or the world or the objective of the configuration cannot be found.
 */
export async function completeFormulation(formulation: Formulation, given: RunConfig): Promise<CompleteFormulation> {
  const config = rlanythingConfig(given)
  const rewardModelKind = rewardModelKindOf(await loadWorld(environmentSource(config.environment)))
  return completedBy(config, rewardModelKind, parseFormulation('the formulation given', formulation))
}

function completedBy(
  config: RlanythingConfig,
  rewardModelKind: Pick<RewardModelKind, 'name'>,
  own: Formulation | null,
): CompleteFormulation {
  const { lambda, singleton } = config.feedback
  const { malformedPenalty, group } = config.rewardModel
  const formulas = crediting[rewardModelKind.name].defaultFormulation({
    lambda,
    singleton,
    malformedPenalty,
    voteGroup: group,
  })
  const objectives = { policy: objectiveOf(config.policy), rewardModel: objectiveOf(config.rewardModel, 'rewardModel') }
  const named = Object.values(objectives).every(({ kind }) => kind !== 'module')
  return complete(own ?? { name: formulas.name }, {
    ...formulas,
    accepts: acceptanceRule(config.adaptation),
    objectives,
    claims: { ...formulas.claims, ...(named ? { overTokens: 'mean' } : {}) },
  })
}
