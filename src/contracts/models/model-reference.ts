import type { ModelState } from './device.ts'
import type { ModelConfig } from './model-config.ts'
import type { TrainedNetworkState } from './network.ts'

/** A model that a service keeps. */
export interface RemoteModel {
  /** Kind of the service, e.g. `tinker`. */
  readonly service: string
  /** As the service names its weights as they came, before any training here. */
  readonly baseModel: string
  /** As the service names the trained weights with their optimiser; `null` if nothing was trained yet. */
  readonly path: string | null
  /** Updates made by its optimiser. */
  readonly step: number
  readonly config: ModelConfig
}

/** Where the weights of a model are: messages name them so, and carry none. Plain data, for any thread of this process. */
export type ModelReference =
  /** A model's folder as Hugging Face lays it out, with the optimiser's moments, if any. */
  | { readonly kind: 'folder'; readonly path: string }
  /**
   * In memory that all threads share: every array is a view of a SharedArrayBuffer, so that posting it copies nothing; of one buffer
   * where the engine is on another machine. It is not written to any more (`memoryReference`).
   */
  | { readonly kind: 'memory'; readonly state: ModelState }
  /** A network that is no language model, with its optimiser. */
  | { readonly kind: 'network'; readonly state: TrainedNetworkState }
  /** On the server that its actor asks, which gives no weights. */
  | { readonly kind: 'served' }
  /** Weights that a service keeps and trains: they never come here. */
  | { readonly kind: 'remote'; readonly model: RemoteModel }
