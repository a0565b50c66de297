import { actorModule } from '../rollout/actor-module.ts'
import type { ActorRecovery } from '../contracts/actor-recovery.ts'
import { addresses } from '../contracts/addresses.ts'
import type { Client } from '../contracts/messages/client.ts'
import { adapterName, type ToAdapter } from './messages.ts'
import type { EditMemory } from '../contracts/worlds/edit-memory.ts'
import type { ActorContext, RunActor } from '../rollout/run-actor.ts'
import type { AdaptationSettings } from './settings.ts'

/** Its memory is restored as it was last returned, then every outcome since. */
export const adapterRecovery: ActorRecovery<ToAdapter['kind']> = {
  changes: { 'proposal-outcome': 'done', 'set-state': 'done', adapt: 'none', 'get-state': 'none' },
  part: null,
  wholeState: { askedBy: 'get-state', returnedBy: 'state', restoredBy: 'set-state', field: 'memory' },
  probe: 'get-state',
  episodes: [],
  forgetsBy: null,
  pool: null,
}

/** The actor that proposes changed tasks: by the world's edits, or by the model of that name where a server has one. */
export function adapterActor(
  { environment, speech, served }: ActorContext,
  { attempts, maxTokens, temperature }: Pick<AdaptationSettings, 'attempts' | 'maxTokens' | 'temperature'>,
): RunActor {
  const model = adapterName
  const server = served[model]
  const asked = { model: { model, speech, maxTokens, temperature, topP: 1 } }
  return {
    name: adapterName,
    module: actorModule('adapter'),
    options: { environment, attempts, ...(server === undefined ? {} : asked) },
    peers: server === undefined ? [] : [addresses.served(model)],
    recovery: adapterRecovery,
    /* It asks the server several times, and waits its turn. */
    ...(server === undefined ? {} : { replyMs: 4 * server.deadlineMs * (attempts + 1) }),
  }
}

/** Reads the state of the adapter; the log of messages to it then starts from this state. */
export const fetchMemory = async (client: Pick<Client, 'call'>): Promise<EditMemory> =>
  (await client.call({ kind: 'get-state', to: adapterName })).memory
