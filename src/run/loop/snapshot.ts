/** A run at the end of an iteration, in memory, from which a checkpoint is written now or when the run fails. */
import { addresses } from '../../contracts/addresses.ts'
import type { Client } from '../../contracts/client.ts'
import type { ModelState } from '../../contracts/device.ts'

export interface Snapshot {
  /** Iterations made. */
  readonly iteration: number
  /** The method's own, as JSON. */
  readonly state: unknown
  /** By the name of the model. */
  readonly models: Readonly<Record<string, ModelState>>
}

/** Copies what the engine holds, which shortens what a fresh engine would have to be sent again. */
export async function takeSnapshot(
  client: Pick<Client, 'call'>,
  names: readonly string[],
  { iteration, state }: Omit<Snapshot, 'models'>,
): Promise<Snapshot> {
  const saved = await Promise.all(
    names.map(async model => [model, (await client.call({ kind: 'save', to: addresses.gpu, model })).state] as const),
  )
  return { iteration, state, models: Object.fromEntries(saved) }
}
