/** The actors of a run, their connections, and how each is restored. */
import { actorModule } from '../../rollout/actor-module.ts'
import type { Recoveries } from '../../contracts/actor-recovery.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { EngineOptions } from '../../engine/open-engine.ts'
import type { RendererSources } from '../../model/renderers/load-renderers.ts'
import type { ServedModel } from '../../contracts/models/served-model.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import type { ActorSpec } from '../../runtime/deployment/actor-spec.ts'
import type { RestartStrategy } from '../../runtime/supervision/strategy.ts'
import type { Edges } from '../../runtime/wires/wiring.ts'
import type { RunConfig } from '../../config/config.ts'
import { nearestHint } from '../../text/nearest.ts'
import type { ActorContext, RunActor } from '../../rollout/run-actor.ts'
import { engineRecovery } from './recovery/records/engine.ts'
import { environmentRecovery } from './recovery/records/environment.ts'
import { playerRecovery } from './recovery/records/player.ts'
import { policyRecovery } from './recovery/records/policy.ts'
import { servedRecovery } from './recovery/records/served.ts'
import { withTaps, type Taps } from './taps.ts'

/** A custom actor that replaces one of a run's: it takes and sends the same messages. */
export interface ActorOverride extends Pick<ActorSpec, 'module' | 'resourceLimits'> {
  /** Given to its factory with the options of the actor it replaces. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** By the name of the actor whose place is taken; `environment` of every environment thread at once. */
export type ActorOverrides = Readonly<Record<string, ActorOverride>>

export interface RolesOptions {
  readonly environment: EnvironmentSource
  readonly environmentThreads: number
  /** Whether it is a vector world: then its threads play rows, and nobody plays episodes. Left out, it is not. */
  readonly vector?: boolean
  readonly engine: EngineOptions
  /** Whether the engine is on another machine; left out, it is not. */
  readonly engineIsFar?: boolean
  /** Longest time that a call of the engine may take from one pause to the next. */
  readonly callMs: number
  /** How the models that may play or observe are spoken to. */
  readonly speech: RendererSources
  /** Models that servers have, by their names in the run; none if left out. */
  readonly served?: Readonly<Record<string, ServedModel>>
  readonly supervision: RunConfig['supervision']
  readonly actors?: ActorOverrides
  /** Actors that get copies of messages; none if left out. */
  readonly taps?: Taps
  /** Those of the method in addition to these; none if left out. */
  readonly additional?: (context: ActorContext) => readonly RunActor[]
}

/** The actors, in the order in which they can do without those after them. @throws {RangeError} if `actors` names none of them. */
export function actorsOf(options: RolesOptions): readonly RunActor[] {
  const {
    environment,
    environmentThreads,
    engine,
    engineIsFar = false,
    callMs,
    served = {},
    actors = {},
    taps = {},
    additional,
    vector = false,
  } = options
  const servers = Object.entries(served).map(([model, each]) => ({ model, each, name: addresses.served(model) }))
  const speech =
    servers.length === 0
      ? options.speech
      : { ...options.speech, engines: Object.fromEntries(servers.map(({ model, name }) => [model, name])) }
  const { gpu, policy, environments: pool, players } = addresses
  const engines = [gpu, ...servers.map(({ name }) => name)]
  const environments = vector ? [] : namesOf(environmentThreads, addresses.environment)
  const all: readonly RunActor[] = [
    {
      name: gpu,
      module: actorModule('gpu'),
      options: { engine, callMs, shares: !engineIsFar },
      peers: [],
      recovery: engineRecovery,
    },
    ...servers.map(({ each, name }) => ({
      name,
      module: actorModule('served'),
      options: { served: each },
      peers: [],
      recovery: servedRecovery,
    })),
    ...(vector
      ? playerNames(options).map(name => ({
          name,
          module: actorModule('vector-player'),
          options: { source: environment },
          peers: [gpu],
          recovery: playerRecovery,
        }))
      : [{ name: policy, module: actorModule('policy'), options: speech, peers: engines, recovery: policyRecovery }]),
    ...(additional?.({ environment, speech, engines, environments, served }) ?? []),
    ...environments.map(name => ({
      name,
      module: actorModule(pool),
      options: environment,
      peers: [policy],
      recovery: environmentRecovery,
    })),
  ]
  const roleOf = (name: string): string =>
    environments.includes(name) ? pool : playerNames(options).includes(name) ? players : name
  const roles = [...new Set(all.map(({ name }) => roleOf(name)))]
  for (const name of Object.keys(actors))
    if (!roles.includes(name))
      throw new RangeError(`actors of this run are ${roles.join(', ')}, got ${name}${nearestHint(name, roles)}`)
  return withTaps(
    all.map(actor => overridden(actor, actors[roleOf(actor.name)])),
    taps,
  )
}

const overridden = (actor: RunActor, override: ActorOverride | undefined): RunActor =>
  override === undefined
    ? actor
    : { ...actor, ...override, options: { ...(actor.options as object | undefined), ...override.options } }

/** The actors as the runtime starts them, each restarted when it dies. */
export function specsOf(
  actors: readonly RunActor[],
  { maxRestarts, withinMs, firstDelayMs, factor, maxDelayMs, hangMs }: RunConfig['supervision'],
): readonly ActorSpec[] {
  const supervision: RestartStrategy = {
    kind: 'restart',
    maxRestarts,
    withinMs,
    firstDelayMs,
    factor,
    maxDelayMs,
  }
  return actors.map(({ peers: _peers, recovery: _recovery, replyMs: _replyMs, ...actor }) => ({
    ...actor,
    hangMs,
    supervision,
  }))
}

/** The pairs of actors that are joined: the trainer with each, and each with its peers. */
export const edgesOf = (actors: readonly Pick<RunActor, 'name' | 'peers'>[]): Edges =>
  actors.flatMap(({ name, peers }): [string, string][] => [addresses.trainer, ...peers].map(peer => [peer, name]))

/** How each is restored. */
export const recoveriesOf = (actors: readonly Pick<RunActor, 'name' | 'recovery'>[]): Recoveries =>
  new Map(actors.map(({ name, recovery }) => [name, recovery]))

/** The threads that play vector worlds; none where there is none. */
export const playerNames = ({ vector = false, environmentThreads }: RolesOptions): readonly string[] =>
  vector ? namesOf(environmentThreads, addresses.player) : []

const namesOf = (threads: number, name: (index: number) => string): readonly string[] =>
  Array.from({ length: threads }, (_, index) => name(index))
