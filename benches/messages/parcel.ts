/** The payload of the benchmark of messages, the same for every transport. */
import type { Addressed } from '../../src/contracts/actor.ts'
import type { SharedWorldBuffer } from '../../src/contracts/worlds/world-buffer.ts'

/** Numbers of one observation: 512 bytes. */
export const observationSize = 128
/** Steps that travel together. */
export const batchSize = 64

export interface Parcel extends Addressed {
  readonly kind: 'parcel'
  readonly id: number
  /** Whether it is sent back; else it is only counted. */
  readonly back: boolean
  readonly load: Float32Array | null
}

/** A part of the buffer holds new observations: the other end reads them, and says so if `back`. */
export interface Doorbell extends Addressed {
  readonly kind: 'doorbell'
  readonly back: boolean
  readonly part: number
}

/** The memory that doorbells speak of. */
export interface Share extends Addressed {
  readonly kind: 'share'
  readonly shared: SharedWorldBuffer
}

/** Answered once `count` have come that are not sent back. */
export interface Await extends Addressed {
  readonly kind: 'await'
  readonly count: number
}

export type Post = Parcel | Doorbell | Share | Await
