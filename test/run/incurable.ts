/** Another actor that dies of one message, whenever it is given it. */
import { tap, type Observable } from '../../src/streams/rxjs.ts'
import type { Actor, ActorFactory, Addressed, Context } from '../../src/contracts/actor.ts'

export interface IncurableOptions {
  /** Module of the actor that this one is. */
  readonly inner: string
  /** Beginning of the name of the message, its kind and its id. */
  readonly message: string
  readonly end: 'exception' | 'exit'
}

export default async function incurable(options: IncurableOptions): Promise<Actor<Addressed, Addressed>> {
  const { inner, message, end } = options
  /* What an actor's module exports is what it says. */
  const { default: factory } = (await import(inner)) as { default: ActorFactory<unknown, Addressed, Addressed> }
  const actor = await factory(options)
  return (inbox: Observable<Addressed>, context: Context) => {
    const checked = inbox.pipe(
      tap(each => {
        if (!('id' in each && `${each.kind} ${String(each.id)}`.startsWith(message))) return
        if (end === 'exit') process.exit(3)
        throw new RangeError('it cannot be read')
      }),
    )
    return actor(checked, context)
  }
}
