/**
 * The property kit: random material and laws, for authors of worlds, methods, rewards, advantages, objectives and
 * acceptance rules; and a runtime under a virtual clock, for authors of actors.
 */
export {
  accuracies,
  counts,
  groups,
  votedEpisodes,
  lambdas,
  outcomes,
  raggedRewards,
  stepVotes,
  tasksOf,
  tokenLogprobs,
  validVotes,
  votes,
  type TokenLogprobs,
} from './formulation/cases/arbitraries.ts'
export { lineages } from './formulation/cases/lineages.ts'
export { environmentLaws, type WorldLawOptions } from './world/environment-laws.ts'
export type { AsyncLaw, Law, LawProgress } from './law/law.ts'
export { openWorldLaws, type OpenWorldLawOptions } from './world/open-world-laws.ts'
export { vectorWorldLaws } from './world/vector-world-laws.ts'
export type { TryOptions } from './world/world-law.ts'
export { runInMonty } from '../sandbox/monty/run.ts'
export { checkFormulation, type CheckedLaw, type CheckFormulationOptions } from './formulation/check-formulation.ts'
export { describeFormulation, type DescribeOptions, type FormulationTest } from './formulation/describe-formulation.ts'
export { formulationLaws } from './formulation/laws.ts'
export type {
  CheckOptions,
  Finding,
  FormulationLaw,
  LawResult,
  LawSubject,
  Loss,
  Severity,
  Table,
} from './formulation/cases/law.ts'
export { law, type LawOptions } from './formulation/cases/law.ts'
export { workedExample } from './formulation/worked-example.ts'
export {
  groupsWithHoles,
  moments,
  rewardedGroups,
  votedGroups,
  type RewardedGroup,
  type RewardedOptions,
} from './formulation/cases/cases.ts'
export { attackAgain, type AttackRecord } from './attack/attack-test.ts'
export type { HoleKind } from './attack/attack.ts'
export type { AttemptKind } from './attack/attempt.ts'
export { checkMethod } from './method/check-method.ts'
export { methodLaws, type MethodFinding, type MethodLaw } from './method/method-laws.ts'
export type { MethodSubject } from './method/trial.ts'
export { createKit, type Kit, type KitOptions } from '../runtime/virtual/kit.ts'
export type { Way } from '../runtime/virtual/channel.ts'
export type { VirtualClock } from '../runtime/virtual/clock.ts'
