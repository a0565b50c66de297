import { defer, Observable, type Subscription } from './rxjs.ts'

/** Given as an item: another stream goes on where this one ends. */
export class GoOn<T> {
  readonly with: () => Observable<T | GoOn<T>>

  constructor(next: () => Observable<T | GoOn<T>>) {
    this.with = next
  }
}

/**
 * Streams one after another, each of which may name the next. Not one within another, where each costs those before it another call and
 * a long row of them fills the stack.
 */
export const goingOn = <T>(first: () => Observable<T | GoOn<T>>): Observable<T> =>
  new Observable(out => {
    let next: GoOn<T> | null = new GoOn(first)
    let current: Subscription | undefined
    let looping = false

    const listen = (stream: Observable<T | GoOn<T>>): void => {
      let following: GoOn<T> | null = null
      current = stream.subscribe({
        next: item => {
          if (item instanceof GoOn) following = item
          else out.next(item)
        },
        error: (error: unknown) => out.error(error),
        complete: () => {
          next = following
          if (next === null) out.complete()
          else loop()
        },
      })
    }
    const loop = (): void => {
      if (looping) return
      looping = true
      while (next !== null && !out.closed) {
        const { with: begin } = next
        next = null
        listen(defer(begin))
      }
      looping = false
    }

    loop()
    return () => current?.unsubscribe()
  })
