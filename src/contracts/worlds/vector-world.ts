/**
 * Many worlds of one kind, stepped together in typed arrays: how a world is written when a million steps a second
 * matter. Where `Environment` is pure and speaks in text, a vector world owns its states and speaks in numbers.
 */
import type { Key, Random } from '../../math/random.ts'

/** Values of `endings`; only a terminal ending makes the value of what follows zero. */
export const endings = { none: 0, terminal: 1, truncated: 2 } as const

/** One row a world, shared with the network; a world changes only the rows that it is asked to step. */
export interface WorldRows {
  /** [worlds × observationSize], written by the world. */
  readonly observations: Float32Array
  /** [worlds], in [0, actions): read by a world of discrete actions. */
  readonly actions: Int32Array
  /** [worlds × actions], each within its bounds: read by a world of continuous actions, and empty for others. */
  readonly controls: Float32Array
  /** [worlds], for the action just taken, written by the world. */
  readonly rewards: Float32Array
  /** [worlds], one of `endings`: written by the world at every step. */
  readonly endings: Uint8Array
}

/** Least and greatest value of each number of a continuous action. */
export interface ControlBounds {
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/** A number of an observation: a share of so many units, e.g. of 25 km/h. */
export interface NamedNumber {
  readonly name: string
  /** Empty if it has none. */
  readonly unit: string
  /** Units that 1 stands for. */
  readonly one: number
}

/** A world of places, seen from above. */
export interface WorldMap {
  /** Rows of cells of length 1, from the top: `#` is a wall, `G` the goal. */
  readonly cells: readonly string[]
  /** Where an observation is, from the top left corner. */
  readonly place: (observation: Float32Array) => readonly [right: number, down: number]
}

export interface VectorWorld {
  readonly name: string
  /** Numbers an observation has. */
  readonly observationSize: number
  /** The first numbers of an observation are a picture [height × width × channels], each in [0, 1]; left out, there is none. */
  readonly image?: { readonly height: number; readonly width: number; readonly channels: number }
  /** The numbers behind it, for methods that read some by their names; left out, they are not named. */
  readonly numbers?: readonly NamedNumber[]
  /** On which trajectories are drawn; left out, they have no places. */
  readonly map?: WorldMap
  /** Number of actions; where they are continuous, how many numbers one has. */
  readonly actions: number
  /** Of each number of a continuous action; left out, actions are discrete. */
  readonly bounds?: ControlBounds
  /**
   * Starts one world anew and writes its first observation. Called before its first step and after each ending.
   *
   * @param episode of this world, from 0: with the factory's key it names all chance there is.
   */
  readonly reset: (world: number, episode: number, rows: WorldRows) => void
  /**
   * A player of the world's own, by which offline data is made: an action for what is seen. A function of both alone; left out, there
   * is none. Of continuous actions.
   */
  readonly script?: (observation: Float32Array, random: Random) => readonly number[]
  /** Steps the worlds in [from, to) by their actions; an ended one stays as it is until it is reset. */
  readonly step: (from: number, to: number, rows: WorldRows) => void
}

/** The arguments with which the worlds of one thread are made. */
export interface VectorWorldContext {
  /** How many worlds. */
  readonly worlds: number
  /** Of this thread; no two threads have the same. */
  readonly key: Key
}

/**
 * The default export of a vector world's module.
 *
 * @throws {RangeError} naming the option, the value found and the value wanted.
 */
export type VectorWorldFactory<Options = Readonly<Record<string, unknown>>> = (
  options: Options,
  context: VectorWorldContext,
) => VectorWorld
