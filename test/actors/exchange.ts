/** What an actor says to a list of messages, without any runtime. */
import { lastValueFrom, of, toArray, VirtualTimeScheduler } from 'rxjs'
import type { Actor, Addressed, Context } from '../../src/contracts/actor.ts'

export const exchange = <In, Out extends Addressed>(
  actor: Actor<In, Out>,
  name: string,
  messages: readonly In[],
): Promise<readonly Out[]> => lastValueFrom(actor(of(...messages), contextOf(name)).pipe(toArray()))

/** What an actor is given, where no time passes. */
export const contextOf = (name: string): Context => ({
  name,
  incarnation: 0,
  now: () => 0,
  scheduler: new VirtualTimeScheduler(),
  tally: () => {},
  blocking: (_mostMs, work) => work(),
  native: work => work(),
  drained: () => Promise.resolve(),
})
