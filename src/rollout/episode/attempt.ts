/** One playing of an episode: which deaths undo it, and which actors have to forget it. Knows no actor. */
import type { ActorRecovery, EpisodePart, Recoveries } from '../../contracts/actor-recovery.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { Abandon, Closed } from '../../contracts/messages/run.ts'
import type { RolloutRequest } from '../../contracts/messages/rollouts.ts'

export interface Attempt {
  readonly request: RolloutRequest
  /** Its name among the actors: a new one each time the request is played, so that no message is taken for another attempt's. */
  readonly name: string
  /** The worker that hosts it. */
  readonly worker: string
}

type Parts = Pick<ActorRecovery, 'episodes'>

/** Whether the rest of an attempt, with its episode played or not, needs an actor. */
export const needs = ({ request, worker }: Attempt, played: boolean, actor: string, { episodes }: Parts): boolean =>
  /* A finished episode too needs its worker: messages still to be sent to an observer are lost with it. */
  episodes.some(part => (part === 'host' ? worker === actor : isToCome(request, part, played)))

/** Whether an episode cannot begin without an actor that takes these parts; workers can replace each other. */
export const needsToBegin = (request: RolloutRequest, { episodes }: Parts): boolean =>
  episodes.some(part => part !== 'host' && isToCome(request, part, false))

/** The messages by which all actors that may keep something of the attempt forget it; the others take no notice. */
export const forgetting = (attempt: Attempt, recoveries: Recoveries): readonly (Abandon | Closed)[] =>
  [...recoveries].flatMap(([to, { episodes, forgetsBy }]): readonly (Abandon | Closed)[] => {
    const { request, name: id, worker } = attempt
    const routed = { to, from: addresses.trainer, id }
    if (forgetsBy === 'abandon') return to === worker ? [{ kind: 'abandon', ...routed }] : []
    if (forgetsBy === null) return []
    return episodes.flatMap(part =>
      readersOf(request, part).map(({ reader, model }): Closed => ({ kind: 'closed', ...routed, reader, model })),
    )
  })

function isToCome(request: RolloutRequest, part: Exclude<EpisodePart, 'host'>, played: boolean): boolean {
  return (part === 'observe' || !played) && readersOf(request, part).length > 0
}

/** A model that takes a part in an episode, under its name there. */
interface Reader {
  readonly reader: string
  readonly model: string
}

/** Those that take this part; none where no model does. */
function readersOf({ players, observers }: RolloutRequest, part: EpisodePart): readonly Reader[] {
  switch (part) {
    case 'host':
      return []
    case 'act':
      return Object.entries(players).flatMap(([reader, player]) =>
        player.kind === 'model' ? [{ reader, model: player.sampling.model }] : [],
      )
    case 'observe':
      return Object.entries(observers).map(([reader, { model }]) => ({ reader, model }))
  }
}
