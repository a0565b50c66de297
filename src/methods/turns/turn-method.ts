/**
 * A method that learns from turns as they arrive, whoever plays them: no rollouts are asked for, no tasks chosen. Turns go in, with the
 * verdicts on them; advantages come out. Pure.
 */
import type { z } from 'zod'
import type { Rollout } from '../../contracts/episode.ts'
import type { Vote } from '../../reward/votes.ts'
import type { LearningRewardModel, TurnSections } from './settings.ts'

/** A turn's answer as the policy rates it now, with what is known afterwards and without. */
export interface Hindsight {
  /** [n] nats, after the hint. */
  readonly hinted: Float32Array
  /** [n] nats, after the prompt as it was. */
  readonly unhinted: Float32Array
}

/** Turns of a session that are learnt from together: an episode, each agent of which is a line of conversation. */
export interface TurnEpisode extends Rollout {
  /** How it came out, in [0, 1]; `null` if nobody knows. `score` and `won` of the episode mean nothing then. */
  readonly outcome: number | null
  /** [turns]; `null` without a hint. */
  readonly hindsights: readonly (Hindsight | null)[]
  /** [turns]; they stand for the reward model's. `null` where nobody gave one. */
  readonly humanVerdicts: readonly (Vote | null)[]
}

/** The advantage of a turn's tokens: of all, or [n] of each; or why there is none. */
export type TurnAdvantage = number | Float32Array | string

/** Advantages of the turns of one task. */
export interface TurnCredits {
  /** [episodes][turns] */
  readonly policy: readonly (readonly TurnAdvantage[])[]
  /** [episodes][turns][m] of the verdicts; `null` where the reward model does not learn. */
  readonly rewardModel: readonly (readonly (readonly (number | null)[])[])[] | null
}

/** A method with its settings. */
export interface TurnLearner {
  readonly settings: TurnSections
  /** Turns are learnt from once the next state is known, or once their session has ended. */
  readonly unit: 'turn' | 'session'
  /** Verdicts on each turn, and how they are sampled; `null` asks for none. */
  readonly verdicts: Pick<LearningRewardModel, 'votes' | 'temperature' | 'topP' | 'maxTokens'> | null
  /** Hints on each turn, likewise. */
  readonly hints: TurnLearner['verdicts']
  /** How the reward model is trained; `null` leaves it as it is. */
  readonly rewardModel: LearningRewardModel | null
  /** When a session ends by itself, and with how many others of its task it is compared. */
  readonly sessions: { readonly idleMinutes: number; readonly group: number }
  /** @param group episodes of one task. */
  readonly credit: (group: readonly TurnEpisode[]) => TurnCredits
}

/** Of methods that learn from single turns. */
export const neverEnding: TurnLearner['sessions'] = { idleMinutes: Infinity, group: 1 }

export interface TurnMethod {
  readonly name: string
  readonly schema: z.ZodType
  /** @throws {ConfigError} naming each setting that is wrong or not its own. */
  readonly begin: (settings: object) => TurnLearner
}
