import { addresses } from '../../contracts/addresses.ts'
import { asError } from '../../contracts/failure.ts'
import { requireMemory } from '../../model/tensors/memory.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import { environmentSource } from '../../config/environment-source.ts'
import type { RunConfig } from '../../config/config.ts'
import { tokenizersOf, type StoredModel, type StoredModels } from './stored-model.ts'
import type { NetworkStates } from './networks.ts'
import { callMsOf, engineOptions } from './device-options.ts'
import { speechOf } from './speech.ts'
import { watchServices, type WatchedService } from '../../engine/http/watch-services.ts'
import { startActors, type RunActors } from './run-actors.ts'
import type { ActorOverrides, RolesOptions } from './roles.ts'
import { openMachines, type NatsOptions } from './machines/open-machines.ts'
import type { Taps } from './taps.ts'
import { untilAborted } from '../../runtime/waiting/until-aborted.ts'

export interface OpenActorsOptions {
  readonly config: Pick<RunConfig, 'environment' | 'engine' | 'policy' | 'supervision' | 'placement'>
  /** Loaded by these names; one is the policy. */
  readonly stored: StoredModels
  /** Loaded with them; none if left out. */
  readonly networks?: NetworkStates
  /** Actors to start besides the engine, the policy and the worlds; none if left out. */
  readonly additional?: RolesOptions['additional']
  /** Whether the world is a vector world. */
  readonly vector?: boolean
  readonly actors?: ActorOverrides
  readonly taps?: Taps | undefined
  readonly inThread?: boolean
  /** Workers for some of the actors; left out, all are in this process. */
  readonly nats?: NatsOptions | undefined
  /** Called with each death of an actor, and with each restart. */
  readonly tell: (event: SystemEvent) => void
  /** Called with services that cannot be reached; left out, the process warns. */
  readonly warn?: (text: string) => void
  /** Once aborted, all requests to the actors are rejected with its reason. */
  readonly unsubscribed: AbortSignal
  /** Aborted before the models are loaded: so is opening. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts the actors and loads the models.
 *
 * @throws {RangeError} if a model cannot be loaded, or the models do not fit into this machine's memory.
 * @throws the reason of an aborted signal.
 */
export async function openActors({
  config,
  stored,
  networks = {},
  vector = false,
  additional,
  actors = {},
  taps = {},
  inThread = false,
  nats,
  tell,
  warn = text => process.emitWarning(text),
  unsubscribed,
  signal,
}: OpenActorsOptions): Promise<RunActors> {
  const all = Object.entries(stored)
  const engineIsFar = Object.hasOwn(config.placement, addresses.gpu)
  /* An engine elsewhere has other memory than this machine. */
  if (actors.gpu === undefined && config.engine.kind !== 'tinker' && !engineIsFar) requireRoom(all)
  const opening = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
  const environment = environmentSource(config.environment)
  const speech = await speechOf(stored, environment, config.policy.date)
  const { machines, leave } = await openMachines({ nats, inThread, placement: config.placement, warn })
  const unwatch = watchServices(servicesIn(config, all), { warn })
  const runActors = await startActors({
    environment,
    environmentThreads: config.environment.threads,
    vector,
    engine: engineOptions(config.engine),
    engineIsFar,
    callMs: callMsOf(config.engine),
    speech,
    served: servedOf(all),
    supervision: config.supervision,
    ...(additional === undefined ? {} : { additional }),
    actors,
    taps,
    inThread,
    machines,
    placement: config.placement,
    tokenizers: tokenizersOf(stored),
    networks,
    tell,
    signal: opening,
  }).catch(async (thrown: unknown) => {
    unwatch()
    await leave()
    throw thrown
  })
  const giveUp = (): void => runActors.fail(asError(unsubscribed.reason))
  unsubscribed.addEventListener('abort', giveUp)
  const stop = async (deadlineMs?: number): Promise<void> => {
    unsubscribed.removeEventListener('abort', giveUp)
    unwatch()
    await runActors.stop(deadlineMs)
    await leave()
  }
  try {
    await untilAborted(opening, runActors.fail, async () => {
      for (const [name, { reference }] of all) await runActors.model(name).load(reference)
      for (const [name, state] of Object.entries(networks)) await runActors.model(name).load({ kind: 'network', state })
    })
    return { ...runActors, stop }
  } catch (error) {
    await (opening.aborted ? stop(0) : stop())
    throw error
  }
}

/** The engine's, and those of models that servers have. */
const servicesIn = (
  { engine: { kind, tinker } }: Pick<RunConfig, 'engine'>,
  models: readonly (readonly [name: string, model: StoredModel])[],
): readonly WatchedService[] => [
  ...(kind === 'tinker' && tinker.url !== null ? [{ url: tinker.url, deadlineMs: 1000 * tinker.deadlineSeconds }] : []),
  ...models.flatMap(([, { served }]) => (served === undefined ? [] : [served])),
]

/** @throws {RangeError} if one of the models is too large for this machine, or all of them together. */
function requireRoom(models: readonly (readonly [name: string, model: StoredModel])[]): void {
  const here = models.flatMap(([name, { reference, config }]) => (config === null ? [] : [{ name, reference, config }]))
  for (const { name, reference, config } of here)
    requireMemory(reference.kind === 'folder' ? reference.path : name, [config])
  requireMemory(
    here.map(({ name }) => name).join(' and '),
    here.map(({ config }) => config),
  )
}

const servedOf = (models: readonly (readonly [name: string, model: StoredModel])[]) =>
  Object.fromEntries(models.flatMap(([name, { served }]) => (served === undefined ? [] : [[name, served] as const])))
