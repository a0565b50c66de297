import type { ActorRecovery } from '../contracts/actor-recovery.ts'
import type { ActorSpec } from '../runtime/deployment/actor-spec.ts'

/** An actor of a run, with the actors it speaks to and the record by which it is restored. */
export interface RunActor extends Pick<ActorSpec, 'name' | 'module' | 'options' | 'resourceLimits'> {
  /** Addresses of the actors it speaks with beside the trainer; each pair is named by one of the two. */
  readonly peers: readonly string[]
  readonly recovery: ActorRecovery
}
