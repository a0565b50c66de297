/** A critic that votes on each step. Pure. */
import { mostCommon } from '../critique.ts'
import type { CriticSummary } from '../../contracts/worlds/critic-summary.ts'

/** One step as the critic saw it. */
interface CriticStep {
  readonly action: string
  readonly votes: readonly (-1 | 0 | 1)[]
  /** One for each vote, as written. */
  readonly reasons: readonly string[]
}

export interface CriticEpisode {
  readonly won: boolean
  readonly steps: readonly CriticStep[]
}

/**
 * Every vote condemns a condemned step.
 * Source: RLAnything, arXiv 2602.02488, environment adaptation: reasons, with the steps marked on which all votes are −1.
 */
export function summariseVerdicts(episodes: readonly CriticEpisode[]): CriticSummary {
  const steps = episodes.flatMap(episode => episode.steps)
  const condemned = steps.filter(isCondemned)
  const lines = episodes.flatMap(({ won, steps: played }, index) => [
    `episode ${index + 1}, ${won ? 'won' : 'lost'}`,
    ...played.map(step => `${isCondemned(step) ? '✗' : ' '} ${step.action}: ${[...new Set(step.reasons)].join('; ')}`),
  ])
  return {
    complaint: mostCommon(condemned.flatMap(({ reasons }) => reasons)),
    condemned: steps.length === 0 ? 0 : condemned.length / steps.length,
    text: lines.join('\n'),
  }
}

const isCondemned = ({ votes }: CriticStep): boolean => votes.length > 0 && votes.every(vote => vote === -1)
