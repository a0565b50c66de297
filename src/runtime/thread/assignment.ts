import type { MessagePort, ResourceLimits } from 'node:worker_threads'
import type { SideThreadOrder } from '../side-thread/begin-side-thread.ts'
import type { BoardOptions } from '../wires/link-options.ts'

/** Makes a worker thread an actor. */
export interface Assignment {
  readonly name: string
  /** Address of a module whose default export is an `ActorFactory`. */
  readonly module: string
  readonly options: unknown
  readonly control: MessagePort
  readonly ports: Readonly<Record<string, MessagePort>>
  readonly link: BoardOptions
  readonly incarnation: number
  /** See `Placement.clockMs`. */
  readonly clockMs: number
  /** See `ActorSpec.profile`. */
  readonly profile: string | null
  /** See `createBeats`; counted up every `beatMs`. */
  readonly beats: Int32Array
  readonly beatMs: number
  /** As requested, without the room that V8 is given beyond them. */
  readonly resourceLimits: ResourceLimits
  /** See `noteMessage`. */
  readonly last: Uint8Array
  /** See `watchOwnHeap`. */
  readonly checks: Int32Array
}

/** Reports of the thread, besides its death. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished' }
  /** Its heap has reached its limit. */
  | { readonly kind: 'full'; readonly reason: string }
  /** It asks for a helper thread. */
  | { readonly kind: 'side-thread'; readonly order: SideThreadOrder }
