import type { Claims, CompleteFormulation, Formulas, Formulation } from './formulation.ts'
import { isPart } from './parts.ts'

/** Defaults for the parts that a formulation leaves out. */
type Standard = Formulas & Pick<CompleteFormulation, 'objectives'>

/** The formulation with the parts of `standard` where it has none; of claims, those about its own parts alone are its own. */
export function complete(formulation: Formulation, standard: Standard): CompleteFormulation {
  const { objective, ...own } = formulation
  return {
    ...standard,
    ...own,
    objectives: objective === undefined ? standard.objectives : { policy: objective, rewardModel: objective },
    given: Object.keys(objective === undefined ? own : { ...own, objective }).filter(isPart),
    claims: claimsOf(formulation, standard),
  }
}

/** Parts that are left out keep the claims of the default; given parts make their own. */
function claimsOf(
  { claims = {}, stepReward, advantages, voteAdvantages, objective }: Formulation,
  { claims: { writes, soft, lambda, rewardRange, policy, votes, overTokens } }: Standard,
): Claims {
  return {
    ...(stepReward === undefined && writes !== undefined ? { writes } : {}),
    ...(stepReward === undefined && soft !== undefined ? { soft } : {}),
    ...(stepReward === undefined && lambda !== undefined ? { lambda } : {}),
    ...(stepReward === undefined && rewardRange !== undefined ? { rewardRange } : {}),
    ...(advantages === undefined && policy !== undefined ? { policy } : {}),
    ...(objective === undefined && overTokens !== undefined ? { overTokens } : {}),
    ...(voteAdvantages === undefined && votes !== undefined ? { votes } : {}),
    ...claims,
  }
}
