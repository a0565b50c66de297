/** An episode under way, and its messages to the policy, its observers and the trainer. Pure. */
import { addresses } from '../contracts/addresses.ts'
import type { EpisodeStep } from '../contracts/episode.ts'
import type { Closed, Finished, Observed, Observing, Play, Stepped } from '../contracts/messages/run.ts'
import type { ActResult, OpenEpisode } from '../contracts/world.ts'

export interface EpisodeState {
  readonly play: Play
  readonly observers: readonly NamedObserver[]
  readonly limit: number
  readonly episode: OpenEpisode
  /** What the world said first. */
  readonly opening: string
  readonly steps: readonly EpisodeStep[]
}

/** An observer of the episode, by its name there. */
export type NamedObserver = readonly [name: string, observing: Observing]

/** Steps that it may take; a script may end before the step limit does. */
export const limitOf = ({ limit, play: { player } }: EpisodeState): number =>
  player.kind === 'script' ? Math.min(limit, player.actions.length) : limit

/** Which action now? A script knows. */
export const observationMessage = (
  from: string,
  { play, steps }: EpisodeState,
  observation: string,
): readonly Observed[] =>
  play.player.kind === 'script'
    ? []
    : [
        {
          kind: 'observed',
          to: addresses.policy,
          from,
          id: play.id,
          step: steps.length,
          observation,
          sampling: play.player.sampling,
        },
      ]

/**
 * A step as it happened, for each of these observers.
 *
 * @param game before it.
 */
export const stepMessages = (
  from: string,
  { play: { id }, steps, opening }: EpisodeState,
  observers: readonly NamedObserver[],
  step: Pick<Stepped, 'action' | 'observation' | 'last'>,
): readonly Stepped[] =>
  observers.map(([observer, observing]) => ({
    kind: 'stepped',
    to: addresses.observer,
    from,
    id,
    observer,
    step: steps.length,
    opening: steps.length === 0 ? opening : '',
    ...step,
    observing,
  }))

/** The policy need keep nothing of it any more. */
export const releasePolicy = (from: string, { play }: EpisodeState): readonly Closed[] =>
  play.player.kind === 'script'
    ? []
    : [{ kind: 'closed', to: addresses.policy, from, id: play.id, reader: 'policy', model: play.player.sampling.model }]

/** Nor need its observers: they learn of the end by the last step, unless there is none. */
export const releaseObservers = (from: string, { play: { id }, observers }: EpisodeState): readonly Closed[] =>
  observers.map(([reader, { model }]) => ({ kind: 'closed', to: addresses.observer, from, id, reader, model }))

/** @param last what came of the last step, which is among the game's. */
export const finishedMessage = (
  from: string,
  { play: { id, from: to }, opening, steps }: EpisodeState,
  { won, score, lost = false }: Pick<ActResult, 'won' | 'score' | 'lost'>,
): Finished => ({
  kind: 'finished',
  to,
  from,
  id,
  episode: { id, opening, steps, won, score, ending: won || lost ? 'terminal' : 'truncated' },
})
