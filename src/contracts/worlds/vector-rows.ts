import type { VectorWorld } from './vector-world.ts'

/** Steps of vector worlds as they were played, world by world: a world's steps are next to each other, in their order. */
export interface VectorRows {
  readonly worlds: number
  /** Of each world. */
  readonly steps: number
  /** [worlds × steps × observationSize], before each step. */
  readonly observations: Float32Array
  /** [worlds × steps], discrete ones. */
  readonly actions: Int32Array
  /** [worlds × steps × actions], continuous ones; empty where they are discrete. */
  readonly controls: Float32Array
  readonly rewards: Float32Array
  /** One of `endings`; after one that is not `none` the next step is the first of another episode. */
  readonly endings: Uint8Array
  /** [worlds × steps × observationSize], after each step, also where it ended its episode. */
  readonly nextObservations: Float32Array
}

/** A vector world without its steps. */
export type VectorLayout = Omit<VectorWorld, 'name' | 'reset' | 'step'>
