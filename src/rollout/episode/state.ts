/** An episode under way, and its messages to its players, its observers and the trainer. Pure. */
import { addresses } from '../../contracts/addresses.ts'
import type { EpisodeStep } from '../../contracts/episode.ts'
import type {
  Acted,
  Branching,
  Closed,
  Finished,
  Observed,
  Observing,
  Play,
  Player,
  Stepped,
} from '../../contracts/messages/run.ts'
import type { ActResult, OpenEpisode } from '../../contracts/worlds/world.ts'
import { givenRewards } from './given-rewards.ts'
import { observerContext } from './observer-context.ts'

export interface EpisodeState {
  readonly play: Play
  readonly observers: readonly NamedObserver[]
  /** Steps that it may take. */
  readonly limit: number
  readonly episode: OpenEpisode
  /** The world's first text. */
  readonly opening: string
  /** Actions to be sampled at each turn of a model. */
  readonly candidates: number
  /** Whose turn it is. */
  readonly agent: string
  /** The world's name of its present state, where it has one. */
  readonly situation?: string | undefined
  readonly steps: readonly EpisodeStep[]
}

/** An observer of the episode, by its name there. */
export type NamedObserver = readonly [name: string, observing: Observing]

/** An action with its sample; of a script nothing was sampled. */
export type TakenAction = Pick<Acted, 'action' | 'context' | 'tokens' | 'logprobs' | 'finish' | 'version'>

/** The step that the agent whose turn it is has taken. */
export const stepOf = (
  { agent, situation }: EpisodeState,
  { action, context, tokens, logprobs, finish, version }: TakenAction,
  result: ActResult,
): EpisodeStep => ({
  agent,
  action,
  observation: result.observation,
  context,
  tokens,
  logprobs,
  ...(finish === undefined ? {} : { finish }),
  version,
  label: result.label,
  ...(situation === undefined ? {} : { situation }),
  ...givenRewards(result),
})

/** Observers that can get the next step before it is taken: they read nothing of its result, and it is the last. */
export const earlyObservers = ({ observers, steps, limit }: EpisodeState): readonly NamedObserver[] =>
  observers.length > 0 && steps.length + 1 === limit
    ? observers.filter(([, { protocol }]) => protocol === 'unit-tests')
    : none

const none: readonly NamedObserver[] = []

/** A player that is asked for each of its actions. */
export type Asked = Exclude<Player, { readonly kind: 'script' }>

/** Which action now? */
export const observationMessage = (
  from: string,
  { play: { id, from: caller }, agent, steps }: EpisodeState,
  observation: string,
  { kind, sampling }: Asked,
): Observed => ({
  kind: 'observed',
  to: kind === 'model' ? addresses.policy : caller,
  from,
  id,
  agent,
  step: steps.length,
  observation,
  sampling,
})

/** How the turn is sampled where the episode grows a tree. */
export const branchingOf = ({ agent, steps }: EpisodeState, candidates: number): Branching => ({
  candidates,
  unread: steps.findLast(step => step.agent === agent)?.tokens ?? new Int32Array(0),
})

/** Whether the script of the player whose turn it is has no further action. */
export const isScriptOver = ({ play: { players }, agent, steps }: EpisodeState): boolean => {
  const player = players[agent]
  return player?.kind === 'script' && turnsOf(agent, steps) >= player.actions.length
}

/** How often the agent has acted. */
export const turnsOf = (agent: string, steps: readonly EpisodeStep[]): number =>
  steps.reduce((count, step) => (step.agent === agent ? count + 1 : count), 0)

/**
 * A step as it happened, for each of these observers.
 *
 * @param state before it.
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
    ...observerContext(observing.view, { opening, steps }),
    ...step,
    observing,
  }))

/** The players need keep nothing of it any more. */
export const releasePlayers = (
  from: string,
  { play: { id, from: caller, players } }: EpisodeState,
): readonly Closed[] =>
  Object.entries(players).flatMap(([reader, player]): readonly Closed[] =>
    player.kind === 'script'
      ? []
      : [
          {
            kind: 'closed',
            to: player.kind === 'model' ? addresses.policy : caller,
            from,
            id,
            reader,
            model: player.sampling.model,
          },
        ],
  )

/** Nor need its observers: they learn of the end by the last step, if it has one. */
export const releaseObservers = (from: string, { play: { id }, observers }: EpisodeState): readonly Closed[] =>
  observers.map(([reader, { model }]) => ({ kind: 'closed', to: addresses.observer, from, id, reader, model }))

/** @param last result of the last step, which is among the steps of the state. */
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
