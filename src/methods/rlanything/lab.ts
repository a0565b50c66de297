/** The context of RLAnything besides models and rollouts. Types only. */
import type { CompleteFormulation } from './formulation/formulation.ts'
import type { TaskPool } from '../../curriculum/adaptation.ts'
import type { EditMemory } from '../../contracts/worlds/edit-memory.ts'
import type { RewardModelKind } from '../../reward/reward-model-kind.ts'
import type { Lab, Progress } from '../method.ts'
import type { Watched } from '../../reward/divergence.ts'
import type { RlanythingConfig } from './settings.ts'

/** A task with recorded action sequences, on which versions of the reward model are compared. */
export interface ProbeTask {
  readonly task: unknown
  readonly episodes: readonly ProbeEpisode[]
}

export interface ProbeEpisode {
  /** Slot of the recording, by which the world draws again what it drew. */
  readonly slot: number
  /** [steps] */
  readonly actions: readonly string[]
}

export interface Parts {
  readonly formulation: CompleteFormulation
  /** The kind of its reward model: votes on steps, or unit tests. */
  readonly rewardModelKind: RewardModelKind
}

export type RlanythingLab = Lab<RlanythingConfig> & Parts

/** The task pool, and the episodes on which the reward model is measured. */
export interface Plan extends Progress, TaskPool {
  /** Of the adapter, as it was after its last proposals. */
  readonly memory: EditMemory
  readonly probe: readonly ProbeTask[]
  readonly watched: Watched
  /** Of a plan ahead of its iteration: of which the slots are. Else `iteration`. */
  readonly settled?: number
  /** Proposals up to this iteration are being played already; none if left out. */
  readonly tried?: number
}
