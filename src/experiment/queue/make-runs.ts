/** Makes runs that wait in the queue, one at a time, until the worker leaves. */
import { pause, persistentQueue } from '../../runtime/machines/queue/persistent-queue.ts'
import { makeRun } from './make-run.ts'
import type { RunQueue } from './run-queue.ts'

interface MakeRunsOptions {
  readonly queue: RunQueue
  readonly worker: string
  /** Takes a place on the worker. @returns gives it back; `null` if there is none. */
  readonly reserve: () => (() => void) | null
  /** Told of its runs, in words. */
  readonly tell: (text: string) => void
}

interface RunMaker {
  /** Saves the run that is being made, gives it back and ends. */
  readonly leave: () => void
  /** Resolves when it has ended; never rejects. */
  readonly ended: Promise<void>
}

/** When it looks again whether it has a place. */
const lookMs = 1_000

export function makeRuns({ queue, worker, reserve, tell }: MakeRunsOptions): RunMaker {
  const leaving = new AbortController()
  const { signal } = leaving
  const { take } = persistentQueue(queue, signal, tell)

  const makeOne = async (): Promise<void> => {
    const taken = await take()
    if (taken === null) return
    const release = reserve()
    if (release === null || signal.aborted) {
      taken.giveBack()
      return
    }
    const { name } = taken.key
    tell(`${name}: begins`)
    tell(`${name}: ${await makeRun(taken, { queue, worker, leaving: signal, tell })}`)
    release()
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const place = reserve()
      place?.()
      await (place === null ? pause(lookMs, signal) : makeOne())
    }
  }
  /* While it leaves nothing is asked again. */
  return { leave: () => leaving.abort(), ended: work().catch(() => {}) }
}
