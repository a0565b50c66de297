import { addresses } from '../contracts/addresses.ts'
import type { EditMemory } from '../contracts/worlds/edit-memory.ts'
import type { Client } from '../contracts/messages/client.ts'

/** Reads the state of the adapter; the log of messages to it then starts from this state. */
export const fetchMemory = async (client: Pick<Client, 'call'>): Promise<EditMemory> =>
  (await client.call({ kind: 'get-state', to: addresses.adapter })).memory
