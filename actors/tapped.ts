/** An actor some of whose messages are copied to others: all that it sends, and all that the trainer sends it. */
import { Observable, tap } from '../src/streams/rxjs.ts'
import type { Actor, Addressed } from '../src/contracts/actor.ts'
import { addresses } from '../src/contracts/addresses.ts'
import type { Tapped } from '../src/contracts/messages/tapped.ts'
import { loadActor } from '../src/runtime/thread/load-actor.ts'

export interface TappedOptions {
  /** Of the actor itself. */
  readonly module: string
  readonly options: unknown
  /** Addresses of the actors that take the copies, by kind of message. */
  readonly copies: Readonly<Record<string, readonly string[]>>
}

export default async function tapped({ module, options, copies }: TappedOptions): Promise<Actor<Addressed, Addressed>> {
  const actor = await loadActor(module, options)
  return (inbox, context) =>
    new Observable(out => {
      const copy = (message: Addressed): void => {
        for (const to of copies[message.kind] ?? []) {
          const copied: Tapped = { kind: 'tapped', to, from: context.name, message: structuredClone(message) }
          out.next(copied)
        }
      }
      const received = inbox.pipe(tap(message => message.from === addresses.trainer && copy(message)))
      return actor(received, context).pipe(tap(copy)).subscribe(out)
    })
}
