import { addresses } from '../contracts/addresses.ts'
import type { EditMemory } from '../contracts/edit-memory.ts'
import type { Client } from '../contracts/client.ts'

/** What the adapter has learned by now, which is likewise kept out of what it would have to be told again. */
export const recallMemory = async (client: Pick<Client, 'call'>): Promise<EditMemory> =>
  (await client.call({ kind: 'get-state', to: addresses.adapter })).memory
