/** Another actor that throws at a given message, in its first lives. */
import { tap, type Observable } from '../../src/streams/rxjs.ts'
import type { Actor, ActorFactory, Addressed, Context } from '../../src/contracts/actor.ts'

/** The `count`-th message of a kind, from 1. */
export type End = readonly [kind: string, count: number]

export interface MortalOptions {
  /** Module of the actor that this one is. */
  readonly inner: string
  /** What ends a life, by life; the last one has no end. */
  readonly lives: readonly End[]
}

export default async function mortal(options: MortalOptions): Promise<Actor<Addressed, Addressed>> {
  const { inner, lives } = options
  /* What an actor's module exports is what it says. */
  const { default: factory } = (await import(inner)) as { default: ActorFactory<unknown, Addressed, Addressed> }
  const actor = await factory(options)
  return (inbox: Observable<Addressed>, context: Context) => {
    const [end, count] = lives[context.incarnation] ?? ['none', 0]
    let taken = 0
    const counted = inbox.pipe(
      tap(({ kind }) => {
        if (kind === end) taken += 1
        if (kind === end && taken === count) throw new Error(`life ${context.incarnation} ends at ${kind} ${count}`)
      }),
    )
    return actor(counted, context)
  }
}
