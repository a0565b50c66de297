/** A run at the end of an iteration, held in memory: what a checkpoint is written from, now or when the run breaks off. */
import { addresses } from '../../contracts/addresses.ts'
import type { ModelState } from '../../contracts/device.ts'
import type { EditMemory } from '../../contracts/edit-memory.ts'
import type { TaskPool } from '../../curriculum/adaptation.ts'
import type { StoredModels } from './checkpoint.ts'
import type { Client } from '../../contracts/client.ts'
import { models } from '../../rollout/rollout-requests.ts'

export interface Snapshot {
  /** Iterations made. */
  readonly iteration: number
  readonly pool: TaskPool
  readonly states: Readonly<Record<keyof StoredModels, ModelState>>
  /** Of the adapter, as the iteration left it: it may since have gone ahead. */
  readonly memory: EditMemory
}

/** Copies what the gpu holds, which keeps its copy of it out of what it would have to be told again. */
export async function takeSnapshot(
  client: Client,
  { iteration, pool, memory }: Omit<Snapshot, 'states'>,
): Promise<Snapshot> {
  const [policy, rewardModel] = await Promise.all([
    client.call({ kind: 'save', to: addresses.gpu, model: models.policy }),
    client.call({ kind: 'save', to: addresses.gpu, model: models.rewardModel }),
  ])
  return { iteration, pool, states: { policy: policy.state, rewardModel: rewardModel.state }, memory }
}

/** What the adapter has learned by now, which is likewise kept out of what it would have to be told again. */
export const recallMemory = async (client: Client): Promise<EditMemory> =>
  (await client.call({ kind: 'get-state', to: addresses.adapter })).memory
