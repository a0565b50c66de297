/** An episode under way, and its messages to the policy, the reward model and the trainer. Pure. */
import { addresses } from '../contracts/addresses.ts'
import type { EpisodeStep } from '../contracts/episode.ts'
import type { Closed, Finished, Observed, Play, Stepped } from '../contracts/messages/run.ts'
import type { ActResult, OpenEpisode } from '../contracts/world.ts'

export interface EpisodeState {
  readonly play: Play
  readonly limit: number
  readonly episode: OpenEpisode
  readonly steps: readonly EpisodeStep[]
}

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

/** A step as it happened. @param game before it. */
export const stepMessage = (
  from: string,
  { play: { id, judging }, steps, episode }: EpisodeState,
  step: Pick<Stepped, 'action' | 'observation' | 'last'>,
): readonly Stepped[] =>
  judging === null
    ? []
    : [
        {
          kind: 'stepped',
          to: addresses.rewardModel,
          from,
          id,
          step: steps.length,
          opening: steps.length === 0 ? episode.observation : '',
          ...step,
          judging,
        },
      ]

/** The policy need keep nothing of it any more. */
export const releasePolicy = (from: string, { play }: EpisodeState): readonly Closed[] =>
  play.player.kind === 'script'
    ? []
    : [{ kind: 'closed', to: addresses.policy, from, id: play.id, model: play.player.sampling.model }]

/** Nor need the judge: it learns of the end by the last step, unless there is none. */
export const releaseJudge = (from: string, { play: { id, judging } }: EpisodeState): readonly Closed[] =>
  judging === null ? [] : [{ kind: 'closed', to: addresses.rewardModel, from, id, model: judging.model }]

/** @param last what came of the last step, which is among the game's. */
export const finishedMessage = (
  from: string,
  { play: { id, from: to }, episode: { observation: opening }, steps }: EpisodeState,
  { won, score, lost = false }: Pick<ActResult, 'won' | 'score' | 'lost'>,
): Finished => ({
  kind: 'finished',
  to,
  from,
  id,
  episode: { id, opening, steps, won, score, ending: won || lost ? 'terminal' : 'truncated' },
})
