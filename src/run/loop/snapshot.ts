/** A run at the end of an iteration, from which a checkpoint is written when the run fails. */
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import type { StoreBytes, Stores } from '../../store/stores.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'

export interface Snapshot {
  /** Iterations made. */
  readonly iteration: number
  /** The method's own, as JSON. */
  readonly state: unknown
  /** By the name of the model; without those that their engine stores. */
  readonly models: Readonly<Record<string, ModelReference>>
  readonly stores: StoreBytes
}

/**
 * Takes a snapshot of every store, and of every model that would be lost with its engine. A fresh engine is restored from it, so that at most one
 * iteration has to be sent again. Models of a durable engine are neither copied nor restored.
 */
export async function takeSnapshot(
  models: readonly LanguageModel[],
  stores: Pick<Stores, 'snapshot'>,
  { iteration, state }: Omit<Snapshot, 'models' | 'stores'>,
): Promise<Snapshot> {
  const lost = models.filter(({ traits }) => !traits.durable)
  const taken = lost.map(async model => [model.name, await model.snapshot()] as const)
  return { iteration, state, models: Object.fromEntries(await Promise.all(taken)), stores: stores.snapshot() }
}
