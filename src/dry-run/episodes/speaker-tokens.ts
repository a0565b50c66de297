/** Tokens of one model over one episode: as it was tried, and at most. Pure. */
import { nth } from '../../math/nth.ts'
import { amount } from '../counts/amount.ts'
import type { Amount } from '../counts/forecast.ts'
import type { SpeakerProfile } from './profile.ts'

/** How a model takes part in an episode. */
export interface SpeakerRules {
  /** Whether its output joins its next input: a player's does, an observer's does not. */
  readonly appends: boolean
  /** Whether it reads each turn separately, and nothing of those before; left out: it does not. */
  readonly isAlone?: boolean
  /** Samples at each turn. */
  readonly samples: number
  /** Most tokens of a sample. */
  readonly maxTokens: number
  /** Tokens before each sample that are forgotten after it. */
  readonly suffix: number
  /** Longest context. */
  readonly contextTokens: number
}

/** Of one episode. */
export interface SpeakerTokens {
  readonly turns: Amount
  /** New at each turn, each counted once: computed before sampling by an engine that keeps contexts. */
  readonly read: Amount
  /** Of all samples. */
  readonly written: Amount
  /** Whole contexts, once a turn: the tokens sent to a server that keeps none. */
  readonly prompts: Amount
  /** Of its context at its longest. */
  readonly context: Amount
  /** As trees in which samples share their prefixes. */
  readonly packed: Amount
  /** The same as chains, one for each sample of an observer: for services that take no trees. */
  readonly chains: Amount
}

/** @param limit most turns. */
export function speakerTokens(profile: SpeakerProfile, rules: SpeakerRules, limit: number): SpeakerTokens {
  const { appends, isAlone = false, samples, maxTokens, suffix, contextTokens } = rules
  let context = 0
  let longest = 0
  let written = 0
  let prompts = 0
  let chains = 0
  profile.reads.forEach((read, turn) => {
    const write = nth(profile.writes, turn)
    context = isAlone ? read : context + read
    prompts += context + suffix
    chains += samples * (context + suffix + write)
    written += samples * write
    if (appends) context += write
    longest = Math.max(longest, context)
  })
  const turns = profile.reads.length
  const read = profile.reads.reduce((sum, each) => sum + each, 0)
  const maxWritten = limit * samples * maxTokens
  const maxRead = isAlone ? limit * contextTokens : contextTokens
  return {
    turns: amount(turns, limit),
    read: amount(read + turns * suffix, maxRead + limit * suffix),
    written: amount(written, appends ? Math.min(maxWritten, contextTokens) : maxWritten),
    prompts: amount(prompts, limit * contextTokens),
    context: amount(longest, contextTokens),
    packed: appends
      ? amount(longest, contextTokens)
      : amount(read + turns * samples * suffix + written, maxRead + limit * samples * (suffix + maxTokens)),
    chains: appends ? amount(longest, contextTokens) : amount(chains, limit * samples * contextTokens),
  }
}

/** The mean of the estimates; bounds are those of all alike. @param each at least one. */
export function meanTokens(each: readonly SpeakerTokens[]): SpeakerTokens {
  const of = (key: keyof SpeakerTokens): Amount => {
    const all = each.map(tokens => tokens[key])
    return amount(all.reduce((sum, { about }) => sum + about, 0) / all.length, Math.max(...all.map(({ most }) => most)))
  }
  return {
    turns: of('turns'),
    read: of('read'),
    written: of('written'),
    prompts: of('prompts'),
    context: of('context'),
    packed: of('packed'),
    chains: of('chains'),
  }
}
