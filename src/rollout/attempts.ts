/** One playing of an episode: whose death undoes it, and what the actors have to forget of it. */
import { addresses } from '../contracts/addresses.ts'
import type { Abandon, Closed } from '../contracts/messages/run.ts'
import type { RolloutRequest } from '../contracts/rollouts.ts'

export interface Attempt {
  readonly order: RolloutRequest
  /** Its name among the actors: another one each time the order is played, so that nobody takes one for the other. */
  readonly name: string
  /** The thread that plays it. */
  readonly environment: string
}

/** Whether what is still to come of an attempt, with its episode played or not, needed an actor that has died. */
export function needs({ order: { player, judging }, environment }: Attempt, played: boolean, actor: string): boolean {
  switch (actor) {
    case addresses.gpu:
      return judging !== null || (player.kind === 'policy' && !played)
    case addresses.policy:
      return player.kind === 'policy' && !played
    case addresses.rewardModel:
      return judging !== null
    default:
      /* Also of a finished episode: what its thread had still to tell the judge is lost. */
      return environment === actor
  }
}

/** Tells everybody who may keep something of the attempt to forget it; those who keep nothing take no notice. */
export function forgetting({
  order: { player, judging },
  name: id,
  environment,
}: Attempt): readonly (Abandon | Closed)[] {
  const from = addresses.trainer
  const closed = (to: string, { model }: { readonly model: string }): Closed => ({
    kind: 'closed',
    to,
    from,
    id,
    model,
  })
  return [
    { kind: 'abandon', to: environment, from, id },
    ...(player.kind === 'policy' ? [closed(addresses.policy, player.sampling)] : []),
    ...(judging === null ? [] : [closed(addresses.rewardModel, judging)]),
  ]
}
