/** Says that an experiment waits for workers, and for which, while none makes a run of it; and gives up after a while. */
import type { SchedulerLike } from '../../streams/rxjs.ts'

export interface IdleWatch {
  /** @returns what there is to be told of a run; `over`: why it is waited for no longer. */
  readonly look: (run: string, isMade: boolean) => { readonly warning: string | null; readonly over: string | null }
  readonly forget: (run: string) => void
}

interface IdleOptions {
  readonly waitMs: number
  /** Of each worker why it takes no run, in words. */
  readonly obstacles: () => string
  readonly scheduler: SchedulerLike
}

/** When it is told what is waited for, and how often. */
const firstTellMs = 3_000
const tellMs = 30_000

export function createIdleWatch({ waitMs, obstacles, scheduler }: IdleOptions): IdleWatch {
  const made = new Set<string>()
  let sinceMs = scheduler.now()
  let toldMs = -Infinity
  const forget = (run: string): void => {
    if (made.delete(run) && made.size === 0) sinceMs = scheduler.now()
  }
  return {
    look: (run, isMade) => {
      if (isMade) made.add(run)
      else forget(run)
      const nowMs = scheduler.now()
      const idleMs = made.size > 0 ? 0 : nowMs - sinceMs
      if (idleMs >= waitMs)
        return { warning: null, over: `no worker could take it within ${waitMs / 1_000} s; ${obstacles()}` }
      if (idleMs < firstTellMs || nowMs - toldMs < tellMs) return { warning: null, over: null }
      toldMs = nowMs
      return { warning: `waiting for a worker that takes runs; ${obstacles()}`, over: null }
    },
    forget,
  }
}
