import type { Direction } from './environment.ts'

/** Faded counts of accepted and rejected proposals of one kind of edit, each ≥ 0. */
export interface Arm {
  readonly accepted: number
  readonly rejected: number
}

/** Arms by the name of the edit; one never decided on is absent. Bounded by the world's list of edits. */
export type Bandit = Readonly<Record<Direction, Readonly<Record<string, Arm>>>>

export interface EditMemory {
  readonly general: Bandit
  /** By complaint; '' where the critic had none. Bounded: a new complaint beyond the bound is only learned in general. */
  readonly byComplaint: Readonly<Record<string, Bandit>>
}
