/**
 * The property kit: random material and laws, for whoever writes a world, a reward, an advantage, an objective or a rule
 * of acceptance; and a runtime under a virtual clock, for whoever writes an actor.
 */
export {
  accuracies,
  counts,
  groups,
  judgedEpisodes,
  lambdas,
  outcomes,
  raggedRewards,
  stepVotes,
  tokenLogprobs,
  validVotes,
  votes,
  type TokenLogprobs,
} from './arbitraries.ts'
export { acceptanceLaws, type AcceptanceDecision } from './acceptance-laws.ts'
export { advantageLaws, type AdvantageRule } from './advantage-laws.ts'
export { environmentLaws, type WorldLawOptions } from './environment-laws.ts'
export type { Law } from './law.ts'
export { objectiveLaws } from './objective-laws.ts'
export { stepRewardLaws, type RewardRange, type StepReward } from './step-reward-laws.ts'
export { createKit, type Kit, type KitOptions } from '../runtime/virtual/kit.ts'
export type { Way } from '../runtime/virtual/channel.ts'
export type { VirtualClock } from '../runtime/virtual/clock.ts'
