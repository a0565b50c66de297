/** What is answered, before it is put into a dialect. Types only. */
import type { AnswerItem, CallItem } from '../history/item.ts'

export interface TokenLogprob {
  /** The token as text. */
  readonly token: string
  /** Nats, at temperature 1. */
  readonly logprob: number
}

export interface AnswerChoice {
  readonly text: string
  readonly calls: readonly CallItem[]
  /** `length`: cut off at its most tokens. `cut`: its clients left while it was sampled. */
  readonly finish: 'stop' | 'length' | 'cut'
  /** Of the texts that end an answer, the one that did; `null` if none. */
  readonly stoppedBy: string | null
  /** One a token of what was sampled; `null` if they were not asked for. */
  readonly logprobs: readonly TokenLogprob[] | null
}

export interface AgentAnswer {
  /** Of the turn: letters, digits and `_`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly model: string
  /** At least one; dialects without several answers send the first. */
  readonly choices: readonly [AnswerChoice, ...AnswerChoice[]]
  readonly promptTokens: number
  /** Of all choices. */
  readonly answerTokens: number
}

export const choiceItems = ({ text, calls }: AnswerChoice): readonly AnswerItem[] =>
  text === '' ? calls : [{ kind: 'assistant', text }, ...calls]
