/** Trajectories as pictures. Types only. */
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'

/** Steps that are worth a look. */
export interface ShownRows {
  /** Says who played, e.g. `policy alone`. */
  readonly title: string
  readonly rows: VectorRows
}

/** A file of a picture. */
export interface Picture {
  /** Its title, and `svg` or `gif`. */
  readonly name: string
  readonly bytes: Uint8Array
}
