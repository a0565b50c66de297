/** What an actor says to a list of messages, without any runtime. */
import { lastValueFrom, of, toArray } from 'rxjs'
import type { Actor, Addressed } from '../../src/actor.ts'

export const exchange = <In, Out extends Addressed>(
  actor: Actor<In, Out>,
  name: string,
  messages: readonly In[],
): Promise<readonly Out[]> => lastValueFrom(actor(of(...messages), { name, now: () => 0 }).pipe(toArray()))
