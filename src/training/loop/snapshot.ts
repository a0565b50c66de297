/** A run at the end of an iteration, held in memory: what a checkpoint is written from, now or when the run breaks off. */
import { addresses } from '../../addresses.ts'
import type { ModelState } from '../../device/device.ts'
import type { EditMemory } from '../tasks/edit-memory.ts'
import type { TaskBook } from '../tasks/adaptation.ts'
import type { StoredModels } from './checkpoint.ts'
import type { Client } from './client.ts'
import { models } from './orders.ts'

export interface Snapshot {
  /** Iterations made. */
  readonly iteration: number
  readonly book: TaskBook
  readonly states: Readonly<Record<keyof StoredModels, ModelState>>
  /** Of the adapter. */
  readonly memory: EditMemory
}

/** Copies what the gpu and the adapter hold; both keep their copies of it out of what they would have to be told again. */
export async function takeSnapshot(client: Client, iteration: number, book: TaskBook): Promise<Snapshot> {
  const [policy, rewardModel, { memory }] = await Promise.all([
    client.call({ kind: 'save', to: addresses.gpu, model: models.policy }),
    client.call({ kind: 'save', to: addresses.gpu, model: models.rewardModel }),
    client.call({ kind: 'recall', to: addresses.adapter }),
  ])
  return { iteration, book, states: { policy: policy.state, rewardModel: rewardModel.state }, memory }
}
