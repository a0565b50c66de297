/** The actors of a run, their connections, and how each is restored. */
import { actorModule } from './actor-module.ts'
import type { Recoveries } from '../../contracts/actor-recovery.ts'
import { addresses } from '../../contracts/addresses.ts'
import type { EngineOptions } from '../../engine/open-engine.ts'
import type { RendererSources } from '../../model/renderers/load-renderers.ts'
import type { SampleRequest } from '../../contracts/models/device.ts'
import type { ServedModel } from '../../contracts/models/served-model.ts'
import type { EnvironmentSource } from '../../contracts/worlds/environment-source.ts'
import type { ActorSpec } from '../../runtime/deployment/actor-spec.ts'
import type { RestartStrategy } from '../../runtime/supervision/strategy.ts'
import type { Edges } from '../../runtime/wires/wiring.ts'
import type { RunConfig } from '../../config/config.ts'
import type { RunActor } from '../../methods/run-actor.ts'
import { adapterRecovery } from './recovery/records/adapter.ts'
import { engineRecovery } from './recovery/records/engine.ts'
import { environmentRecovery } from './recovery/records/environment.ts'
import { policyRecovery } from './recovery/records/policy.ts'
import { observerRecovery } from './recovery/records/observer.ts'
import { servedRecovery } from './recovery/records/served.ts'

/** An actor of one's own in the place of one of a run's: it takes and sends the same messages. */
export interface ActorOverride extends Pick<ActorSpec, 'module' | 'resourceLimits'> {
  /** Given to its factory beside the options of the actor whose place it takes. */
  readonly options?: Readonly<Record<string, unknown>>
}

const modules = {
  gpu: 'gpu',
  policy: 'policy',
  observer: 'observer',
  adapter: 'adapter',
  environment: 'environment',
} as const satisfies Record<Role, string>

export type Role = 'gpu' | 'policy' | 'observer' | 'adapter' | 'environment'

/** Our actor of that role. */
export const moduleOf = (role: Role): URL => actorModule(modules[role])

/** By the actor whose place is taken; of every environment thread at once. */
export type ActorOverrides = { readonly [role in Role]?: ActorOverride }

/** How a language model is sampled that proposes tasks. */
export type AdapterSampling = Pick<SampleRequest, 'maxTokens' | 'temperature' | 'topP'>

export interface RolesOptions {
  readonly environment: EnvironmentSource
  readonly environmentThreads: number
  readonly engine: EngineOptions
  /** Longest time that a call of the engine may take from one pause to the next. */
  readonly callMs: number
  /** How the models that may play or observe are spoken to. */
  readonly speech: RendererSources
  /** Models that servers have, by their names in the run; none if left out. */
  readonly served?: Readonly<Record<string, ServedModel>>
  /** Whether models observe. */
  readonly observer: boolean
  /** The adapter, by the candidates tried for one proposal; `null` starts none. */
  readonly adapter: { readonly attempts: number; readonly sampling: AdapterSampling } | null
  readonly supervision: RunConfig['supervision']
  readonly actors?: ActorOverrides
  /** Actors of one's own beside these. */
  readonly additional?: readonly RunActor[]
}

/** The actors, in the order in which they can do without those after them. */
export function actorsOf(options: RolesOptions): readonly RunActor[] {
  const { environment, environmentThreads, engine, callMs, speech: own } = options
  const { observer, adapter, served = {}, actors = {} } = options
  const servers = Object.keys(served).map(model => [model, addresses.served(model)] as const)
  const speech = servers.length === 0 ? own : { ...own, engines: Object.fromEntries(servers) }
  const engines = [addresses.gpu, ...servers.map(([, address]) => address)]
  const { gpu, policy } = addresses
  const played = (role: Role, own: object): Pick<RunActor, 'module' | 'options' | 'resourceLimits'> => ({
    ...(actors[role] ?? { module: moduleOf(role) }),
    options: { ...own, ...actors[role]?.options },
  })
  const observers = observer ? [addresses.observer] : []
  return [
    { name: gpu, ...played('gpu', { engine, callMs }), peers: [], recovery: engineRecovery },
    ...Object.entries(served).map(([model, each]) => ({
      name: addresses.served(model),
      module: actorModule('served'),
      options: { served: each },
      peers: [],
      recovery: servedRecovery,
    })),
    { name: policy, ...played('policy', speech), peers: engines, recovery: policyRecovery },
    ...observers.map(name => ({
      name,
      ...played('observer', speech),
      peers: engines,
      recovery: observerRecovery,
    })),
    ...(adapter === null
      ? []
      : [
          {
            name: addresses.adapter,
            ...played('adapter', { environment, attempts: adapter.attempts, ...modelOf(options) }),
            peers: Object.hasOwn(served, addresses.adapter) ? [addresses.served(addresses.adapter)] : [],
            recovery: adapterRecovery,
          },
        ]),
    ...environmentNames(environmentThreads).map(name => ({
      name,
      ...played('environment', environment),
      peers: [policy, ...observers],
      recovery: environmentRecovery,
    })),
    ...(options.additional ?? []),
  ]
}

/** The language model of the adapter, where a server has one. */
function modelOf({ served = {}, adapter, speech }: RolesOptions): object {
  if (!Object.hasOwn(served, addresses.adapter)) return {}
  return { model: { model: addresses.adapter, speech, ...adapter?.sampling } }
}

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
  return actors.map(({ peers: _peers, recovery: _recovery, ...actor }) => ({ ...actor, hangMs, supervision }))
}

/** The pairs of actors that are joined: the trainer with each, and each with its peers. */
export const edgesOf = (actors: readonly Pick<RunActor, 'name' | 'peers'>[]): Edges =>
  actors.flatMap(({ name, peers }): [string, string][] => [addresses.trainer, ...peers].map(peer => [peer, name]))

/** How each is restored. */
export const recoveriesOf = (actors: readonly Pick<RunActor, 'name' | 'recovery'>[]): Recoveries =>
  new Map(actors.map(({ name, recovery }) => [name, recovery]))

const environmentNames = (threads: number): readonly string[] =>
  Array.from({ length: threads }, (_, index) => addresses.environment(index))
