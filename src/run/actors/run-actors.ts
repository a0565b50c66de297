/** The actors of a run and the trainer's place among them. */
import { catchError, EMPTY, filter, type Observable, type Subscription } from '../../streams/rxjs.ts'
import { addresses } from '../../contracts/addresses.ts'
import { asError } from '../../contracts/failure.ts'
import type { Addressed } from '../../contracts/actor.ts'
import type { DeviceUsage } from '../../contracts/models/device-usage.ts'
import type { ToTrainer } from '../../contracts/messages/calls.ts'
import { createInThread } from '../../runtime/in-thread.ts'
import { createSystem } from '../../runtime/system.ts'
import { createOnWorkers, type RunMachines } from './machines/create-on-workers.ts'
import { createRoster } from '../../runtime/supervision/roster.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import { createClient } from './client.ts'
import { countSnapshots } from './use/count-snapshots.ts'
import { createFarWeights } from './use/far-weights.ts'
import { createLanguageModels } from './language-models.ts'
import type { RunConfig } from '../../config/config.ts'
import type { Client } from '../../contracts/messages/client.ts'
import type { LanguageModels } from '../../contracts/models/language-model.ts'
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { createNetworks, type NetworkStates } from './networks.ts'
import type { ModelTokenizer } from './stored-model.ts'
import { sampleLinks, type LinkSamples } from './use/link-samples.ts'
import { messagesSent } from './use/messages-sent.ts'
import { deviceAndServices } from './use/usage.ts'
import { createRecovery } from './recovery/recovery.ts'
import { actorsOf, edgesOf, playerNames, recoveriesOf, specsOf, type RolesOptions } from './roles.ts'
import { createRepetitionCheck } from './recovery/repeated-death.ts'
import { requireTap, tapAddress } from './taps.ts'
import { createVectors, type Vectors } from '../../vector/vectors.ts'
import type { RunActor } from '../../rollout/run-actor.ts'
import { functionAnswers, type PolicyFunction } from '../../rollout/episode/from-function.ts'
import { createRollouts } from '../../rollout/rollouts.ts'
import type { Rollouts } from '../../contracts/messages/rollouts.ts'

interface RunActorsOptions extends RolesOptions {
  /** Whether they share the calling thread. */
  readonly inThread: boolean
  /** Workers for actors that are not here; left out, all are. */
  readonly machines?: RunMachines | undefined
  readonly placement: RunConfig['placement']
  /** Saved with the weights of each model. */
  readonly tokenizers: Readonly<Record<string, ModelTokenizer>>
  /** Of the networks that it has. */
  readonly networks: NetworkStates
  /** Called for each death and each restart. */
  readonly tell: (event: SystemEvent) => void
  /** Aborted while they start: they are stopped, and its reason is thrown. */
  readonly signal: AbortSignal
}

export interface RunActors {
  readonly client: Client
  readonly model: LanguageModels
  /** @see Lab */
  readonly network: (name: string) => NetworkHandle
  readonly vectors: Vectors
  readonly rollouts: Rollouts
  /** Use of the device, and of services and servers, since the last such request. */
  readonly usage: () => Promise<DeviceUsage>
  /** How full the links between actors were since the last such request. */
  readonly links: () => LinkSamples
  /** Replaces an actor by a fresh one with its state: unfinished work is done again. @throws {RangeError} if no actor has that name. */
  readonly restart: (actor: string) => Promise<void>
  /** Has a function answer for the players of kind `caller` of that name, until it is unsubscribed. */
  readonly answer: (model: string, act: PolicyFunction) => Subscription
  /** The messages of a tap to the trainer, from now on. @throws {RangeError} if there is no tap of that name. */
  readonly tapped: <Message extends Addressed>(name: string) => Observable<Message>
  /** Rejects all present and future requests to actors. */
  readonly fail: (error: Error) => void
  /** @param deadlineMs for which an actor may finish what was sent to it, 5000. */
  readonly stop: (deadlineMs?: number) => Promise<void>
}

/** Longest time for a reply, in calls of the engine: a request waits in line. */
const waits = 1.2

/**
 * How long one reply may take, and how long nothing may come from anybody, ms: longer where a server may take its time over one sample, and
 * where a fresh actor may have to wait for a worker.
 */
export function longestWaits(
  { callMs, served = {} }: Pick<RolesOptions, 'callMs' | 'served'>,
  actors: readonly Pick<RunActor, 'replyMs'>[],
  placeMs = 0,
): { readonly replyMs: number; readonly silenceMs: number } {
  const longest = (own: readonly number[]): number => Math.max(waits * callMs, ...own) + placeMs
  return {
    replyMs: longest(actors.map(({ replyMs = 0 }) => replyMs)),
    silenceMs: longest(Object.values(served).map(({ deadlineMs }) => 2 * deadlineMs)),
  }
}

const engineAddress = ({ served = {} }: RolesOptions, model: string): string =>
  Object.hasOwn(served, model) ? addresses.served(model) : addresses.gpu

/** Starts every actor, in a separate thread or in the calling one. @throws {DeathError} if one does not get ready. */
export async function startActors({
  tell,
  inThread,
  machines,
  placement,
  tokenizers,
  signal,
  networks,
  ...roles
}: RunActorsOptions): Promise<RunActors> {
  const actors = actorsOf(roles)
  const roster = createRoster()
  const local = inThread ? createInThread<ToTrainer, Addressed> : createSystem<ToTrainer, Addressed>
  const create = machines === undefined ? local : createOnWorkers(machines, placement, actors, roster.died)
  const system = await create({
    caller: addresses.trainer,
    actors: specsOf(actors, roles.supervision),
    edges: edgesOf(actors),
    /* A reply sooner is worth less than a fuller batch: the gpu actor would make twice as many calls. */
    link: { gather: 1024 },
    signal,
  })
  const taps = new Set(Object.keys(roles.taps ?? {}).map(tapAddress))
  const inbox = system.inbox.pipe(filter(({ from }) => !taps.has(from)))
  /* For those that stop listening when it fails: the client tells of it. */
  const heard = inbox.pipe(catchError(() => EMPTY))
  const place = { inbox, send: system.send, liveness: roster, recoveries: recoveriesOf(actors) }
  const far = roles.engineIsFar === true ? createFarWeights() : null
  const asks = {
    send: (message: Addressed): void => {
      far?.sent(message)
      system.send(message)
    },
    inbox: (far === null ? inbox : inbox.pipe(far.completed)).pipe(countSnapshots()),
  }
  const { replyMs, silenceMs } = longestWaits(roles, actors, machines?.waitMs)
  const client = createClient({ ...place, ...asks }, { deadlineMs: replyMs })
  const activity = async (): Promise<number> => messagesSent(await system.health())
  const rollouts = createRollouts({ ...place, silenceMs, activity })
  const fail = (error: Error): void => {
    client.fail(error)
    rollouts.fail(error)
  }
  const recover = createRecovery({ client, roster, fail })
  const requireOther = createRepetitionCheck()
  system.events.subscribe(event => {
    try {
      recover(event)
      tell(event)
      if (event.kind === 'died') requireOther(event.death)
    } catch (thrown) {
      fail(asError(thrown))
    }
  })

  const network = createNetworks(client, networks)
  const sampler = sampleLinks(system.health)
  return {
    client,
    model: createLanguageModels(client, {
      engineOf: model => engineAddress(roles, model),
      isFar: roles.engineIsFar,
      tokenizers,
      ...(roles.speech.chats === undefined ? {} : { chats: roles.speech.chats }),
    }),
    network,
    vectors: createVectors({ ...place, inbox: heard, client, network, players: playerNames(roles) }),
    rollouts,
    usage: deviceAndServices(client, Object.keys(roles.served ?? {}).map(addresses.served), far),
    links: sampler.flush,
    restart: async actor => {
      const { recoveries } = place
      if (!recoveries.has(actor))
        throw new RangeError(`actor must be one of ${[...recoveries.keys()].join(', ')}, got ${actor}`)
      await system.restart(actor, () => roster.died(actor))
    },
    answer: (model, act) => {
      const asked = heard.pipe(filter(turn => turn.kind === 'observed' && turn.sampling.model === model))
      return functionAnswers(act, addresses.trainer, asked).subscribe(system.send)
    },
    tapped: <Message extends Addressed>(name: string) => {
      requireTap(roles.taps, name)
      return system.inbox.pipe(filter((message: Addressed): message is Message => message.from === tapAddress(name)))
    },
    fail,
    stop: async deadlineMs => {
      sampler.close()
      client.close()
      await system.stop(deadlineMs)
    },
  }
}
