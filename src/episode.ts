/** What a rollout leaves behind: steps, votes and the tokens they were made of. Plain data. */
import type { StepLabel } from './environment.ts'

/** One action of the policy and what it led to. */
export interface EpisodeStep {
  readonly action: string
  /** What the world said after the action. */
  readonly observation: string
  /** Tokens the policy read since its last action, the cue to act included; empty in a scripted episode. */
  readonly context: Int32Array
  /** [n] ids as sampled, the end token included unless the length limit came first. */
  readonly tokens: Int32Array
  /** [n] nats, as sampled. */
  readonly logprobs: Float32Array
  /** Updates that the policy had been given when it was sampled; means nothing in a scripted episode. */
  readonly version: number
  /** The planner's word on the step; for measurement, never shown to a model. */
  readonly label: StepLabel
}

export interface Episode {
  /** Unique within a run: `episodeId` of its key. */
  readonly id: string
  /** What the world said at the start, the goal included. */
  readonly opening: string
  readonly steps: readonly EpisodeStep[]
  readonly won: boolean
  readonly ending: 'terminal' | 'truncated'
}

/** One sample of the judge on one step. */
export interface JudgeVote {
  /** 0 where the text has no single clear verdict. */
  readonly value: -1 | 0 | 1
  /** What it wrote before the verdict. */
  readonly reason: string
  /** [n] ids as sampled. */
  readonly tokens: Int32Array
  /** [n] nats, as sampled. */
  readonly logprobs: Float32Array
  /** Updates that the judge had been given when it was sampled. */
  readonly version: number
}

/** What the judge made of one step: its votes, or why they could not be computed. */
export type JudgedStep = VotedStep | InvalidStep

export interface VotedStep {
  readonly kind: 'voted'
  /** Tokens the judge read since the step before (after the opening for the first). */
  readonly context: Int32Array
  /** The cue before each vote. */
  readonly cue: Int32Array
  readonly votes: readonly JudgeVote[]
}

/** It leaves its group and is counted; it has neither votes nor, where they are the step signal, a reward. */
export interface InvalidStep {
  readonly kind: 'invalid'
  /** As of a voted step: what was read stays part of the transcript. */
  readonly context: Int32Array
  readonly reason: string
}

/** An episode with what the judge made of each of its steps; `judged` is empty where no judge was asked. */
export interface Rollout {
  readonly episode: Episode
  readonly judged: readonly JudgedStep[]
}

/** Where an episode belongs. Chance is keyed by it, so an episode played again is the same episode. */
export interface EpisodeKey {
  /** `train`, `pending` (a proposed task), or the name of an evaluation. */
  readonly use: string
  readonly iteration: number
  /** Task slot, or the task's index in an evaluation. */
  readonly slot: number
  /** Index in the group. */
  readonly episode: number
}

export const episodeId = ({ use, iteration, slot, episode }: EpisodeKey): string =>
  `${use}/${iteration}/${slot}/${episode}`
