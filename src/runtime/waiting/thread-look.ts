/** Threads as the system sees them from outside. */
import { readFileSync, readlinkSync } from 'node:fs'

export interface ThreadLook {
  /** `ready`: it runs, or could; `blocked`: it waits for something else than a processor; `stopped`: by a signal or a debugger. */
  readonly state: 'ready' | 'blocked' | 'stopped'
  /** Time it has had of a processor, ms. */
  readonly ranMs: number
  /** Time for which it could have run and others did, ms; what it is waiting for right now is not in it yet. */
  readonly waitedMs: number
}

/** A look at a thread, wherever it stands; `null` where the system does not say. */
export type LookAt = () => ThreadLook | null

/** Number of the calling thread, for `lookAtThread`; 0 where there is none: only Linux tells. */
export function threadNumber(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** A thread of this process. @param number as it told; 0 while it has not. */
export const lookAtThread = (number: number): ThreadLook | null =>
  number === 0 ? null : lookAt(`/proc/self/task/${number}`)

/** The main thread of a process. */
export const lookAtProcess = (pid: number | undefined): ThreadLook | null =>
  pid === undefined ? null : lookAt(`/proc/${pid}`)

function lookAt(folder: string): ThreadLook | null {
  try {
    return parseLook(readFileSync(`${folder}/stat`, 'utf8'), readFileSync(`${folder}/schedstat`, 'utf8'))
  } catch {
    /* Another system, one that keeps this to itself, or the thread has ended. */
    return null
  }
}

/**
 * Source: proc_pid_stat(5), and Documentation/scheduler/sched-stats.rst of Linux: nanoseconds spent on the processor,
 * nanoseconds spent waiting on a run queue, number of time slices.
 *
 * @returns `null` if the kernel counts nothing.
 */
export function parseLook(stat: string, schedstat: string): ThreadLook | null {
  /* The name before it may have any character in it. */
  const letter = stat.charAt(stat.lastIndexOf(')') + 2)
  const [ran = 0, waited = 0] = schedstat.trim().split(' ').map(Number)
  if (!(ran > 0 && waited >= 0)) return null
  const state = letter === 'R' ? 'ready' : letter === 'T' || letter === 't' ? 'stopped' : 'blocked'
  return { state, ranMs: ran / 1e6, waitedMs: waited / 1e6 }
}
