/** An actor of a run besides the engine, the policy and the worlds, as a value. Types only. */
import type { ActorRecovery } from '../contracts/actor-recovery.ts'
import type { ServedModel } from '../contracts/models/served-model.ts'
import type { EnvironmentSource } from '../contracts/worlds/environment-source.ts'
import type { RendererSources } from '../model/renderers/load-renderers.ts'
import type { ActorSpec } from '../runtime/deployment/actor-spec.ts'

/** An actor, with the actors it speaks to and the record by which it is restored. */
export interface RunActor extends Pick<ActorSpec, 'name' | 'module' | 'options' | 'resourceLimits'> {
  /** Addresses of the actors it speaks with besides the trainer; each pair is named by one of the two. */
  readonly peers: readonly string[]
  readonly recovery: ActorRecovery
  /** Longest time for one of its replies, ms; left out, that of a call of the engine. */
  readonly replyMs?: number
}

/** The run that an actor is made for. */
export interface ActorContext {
  readonly environment: EnvironmentSource
  /** How the models are spoken to. */
  readonly speech: RendererSources
  /** Addresses of the actors that sample. */
  readonly engines: readonly string[]
  /** Addresses of the environment threads. */
  readonly environments: readonly string[]
  /** Models that servers have, by their names in the run. */
  readonly served: Readonly<Record<string, ServedModel>>
}
