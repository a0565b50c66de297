/** An episode under way, and what is said of it to the policy, the judge and whoever asked for it. Pure. */
import { addresses } from '../contracts/addresses.ts'
import type { EpisodeStep } from '../contracts/episode.ts'
import type { Closed, Finished, Observed, Play, Stepped } from '../contracts/messages/run.ts'
import type { Taken } from './step-outcome.ts'

export interface Game {
  readonly play: Play
  readonly opening: string
  readonly limit: number
  readonly state: unknown
  readonly steps: readonly EpisodeStep[]
}

/** Steps that it may take; a script may end before the step limit does. */
export const limitOf = ({ limit, play: { player } }: Game): number =>
  player.kind === 'script' ? Math.min(limit, player.actions.length) : limit

/** Which action now? A script knows. */
export const asking = (from: string, { play, steps }: Game, observation: string): readonly Observed[] =>
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
export const telling = (
  from: string,
  { play: { id, judging }, steps, opening }: Game,
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
          opening: steps.length === 0 ? opening : '',
          ...step,
          judging,
        },
      ]

/** The policy need keep nothing of it any more. */
export const closing = (from: string, { play }: Game): readonly Closed[] =>
  play.player.kind === 'script'
    ? []
    : [{ kind: 'closed', to: addresses.policy, from, id: play.id, model: play.player.sampling.model }]

/** Nor need the judge: it learns of the end by the last step, unless there is none. */
export const unjudged = (from: string, { play: { id, judging } }: Game): readonly Closed[] =>
  judging === null ? [] : [{ kind: 'closed', to: addresses.rewardModel, from, id, model: judging.model }]

/** @param last what came of the last step, which is among the game's. */
export const finished = (
  from: string,
  { play: { id, from: to }, opening, steps }: Game,
  { won, score }: Pick<Taken<unknown>, 'won' | 'score'>,
): Finished => ({
  kind: 'finished',
  to,
  from,
  id,
  episode: { id, opening, steps, won, score, ending: won ? 'terminal' : 'truncated' },
})
