/** An actor that dies, by any kind of death, in the place of another that it otherwise is. */
import { filter, Observable, tap } from '../../src/streams/rxjs.ts'
import type { ActorFactory, Addressed } from '../../src/contracts/actor.ts'
import { loadActor } from '../../src/runtime/thread/load-actor.ts'
import { fateOf, type Ailment, type Mortality } from './fate.ts'

/** Beside the options of the actor that it is. */
export interface MortalOptions {
  readonly mortal: Mortality & {
    /** Module of that actor. */
    readonly inner: string
  }
}

const mortal: ActorFactory<MortalOptions, Addressed, Addressed> = async ({
  mortal: { inner, ...life },
  ...options
}) => {
  const actor = await loadActor(inner, options)
  return (inbox, context) => {
    const fate = fateOf(life, context.name, context.incarnation)
    let leaking = false
    const suffer = (ailment: Ailment): void => {
      leaking = ailment === 'out-of-memory'
      inflict(ailment)
    }
    const counting = (side: 'inbox' | 'outbox') => {
      let passed = 0
      return ({ kind }: Addressed): void => {
        if (life.kinds?.includes(kind) === false) return
        passed += 1
        if (fate?.side !== side || fate.message !== passed) return
        if (fate.delayMs === 0) suffer(fate.ailment)
        else setTimeout(suffer, fate.delayMs, fate.ailment)
      }
    }
    /* Nothing goes on without it until its heap is full: nobody has done with it before. */
    const alive = filter<Addressed>(() => !leaking)
    return actor(inbox.pipe(tap(counting('inbox')), alive), context).pipe(alive, afterwards(counting('outbox')))
  }
}
export default mortal

/** Does something after each value has been passed on; what it throws is the stream's error. */
const afterwards =
  <T>(work: (value: T) => void) =>
  (source: Observable<T>): Observable<T> =>
    new Observable(out =>
      source.subscribe({
        next: value => {
          out.next(value)
          try {
            work(value)
          } catch (error) {
            out.error(error)
          }
        },
        error: error => out.error(error),
        complete: () => out.complete(),
      }),
    )

function inflict(ailment: Ailment): void {
  switch (ailment) {
    case 'exception':
      throw new Error('mortal')
    case 'exit':
      console.error('last words')
      return process.exit(7)
    case 'hang':
      /* For ever, and without the core that an endless loop would take from the others. */
      return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    case 'out-of-memory':
      return leak([])
  }
}

/** A megabyte in each turn, as what is forgotten gathers in programs. */
function leak(kept: number[][]): void {
  kept.push(new Array<number>(2 ** 17).fill(0.5))
  setImmediate(leak, kept)
}
