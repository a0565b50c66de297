/** The context of RLAnything beside models and rollouts. Types only. */
import type { ProbeTask } from './probe-task.ts'
import type { CompleteFormulation } from './formulation/formulation.ts'
import type { TaskPool } from '../../curriculum/adaptation.ts'
import type { EditMemory } from '../../contracts/worlds/edit-memory.ts'
import type { RewardModelKind } from '../../reward/reward-model-kind.ts'
import type { Lab, Progress } from '../method.ts'

export interface Parts {
  readonly formulation: CompleteFormulation
  /** The kind of its reward model: votes on steps, or unit tests. */
  readonly judging: RewardModelKind
}

export type RlanythingLab = Lab & Parts

/** The task pool, and the episodes on which the reward model is measured. */
export interface Plan extends Progress, TaskPool {
  /** Of the adapter, as it was after its last proposals. */
  readonly memory: EditMemory
  readonly probe: readonly ProbeTask[]
}
