import type { Device } from './device.ts'
import type { ServiceUse } from './device-usage.ts'
import type { SaveModelOptions } from './language-model.ts'
import type { ModelReference } from './model-reference.ts'
import type { ModelTraits } from './model-traits.ts'

/** Traits that differ from the engine's, and the context that no engine says. */
export type LoadedModel = Partial<ModelTraits> & Pick<ModelTraits, 'contextTokens'>

/**
 * An engine as its actor asks it: the verbs of a device, with weights named by reference, since those of an engine elsewhere never
 * come here. The contract of `Device` calls holds for these too.
 */
export interface ModelEngine extends Omit<Device, 'load' | 'save'> {
  /** Calls need not wait for each other: what they have to do takes place elsewhere, and the engine keeps its order. */
  readonly overlaps?: true
  /**
   * Puts a model under this name, replacing an earlier one.
   *
   * @throws {RangeError} if the reference has no model, or this engine cannot load from it.
   */
  readonly load: (model: string, reference: ModelReference) => Promise<LoadedModel>
  /**
   * Writes the model's folder, whole or not at all; a folder that holds just this model already is left as it is.
   *
   * @throws {RangeError} if there is something else at `folder`.
   */
  readonly save: (model: string, folder: string, options: SaveModelOptions) => Promise<void>
  /** A copy that later updates do not change, from which a fresh engine can load it. */
  readonly snapshot: (model: string) => Promise<ModelReference>
  /** The use of a service since the last such request; left out where all is computed here. */
  readonly serviceUse?: () => readonly ServiceUse[]
}

/** An engine that holds networks beside language models, under names of their own: loaded, trained, copied and saved by the same verbs. */
export interface NetworkEngine extends ModelEngine {
  /** Of several callers, in one run: each the rows of one. @see NetworkHandle.forward */
  readonly forward: (network: string, rows: readonly Float32Array[]) => Promise<readonly Float32Array[]>
  /** @see NetworkHandle.backward */
  readonly backward: (network: string, rows: Float32Array, outputGradients: Float32Array) => Promise<void>
  /** @see NetworkHandle.rowGradients */
  readonly rowGradients: (network: string, rows: Float32Array, outputGradients: Float32Array) => Promise<Float32Array>
}
