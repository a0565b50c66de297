/** The state of threads, as the operating system reports it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface ThreadStatus {
  /** `ready`: it runs, or could; `blocked`: it waits for something other than a processor; `stopped`: by a signal or a debugger. */
  readonly state: 'ready' | 'blocked' | 'stopped'
  /** Processor time that it has had, ms. */
  readonly ranMs: number
  /** Time that it has waited for a processor, ms; the present wait is not in it yet. */
  readonly waitedMs: number
}

/** Reads the state of a thread; `null` where the system does not report it. */
export type ReadStatus = () => ThreadStatus | null

/** Number of the calling thread, for `statusOfThread`; 0 if unknown: only Linux has it. */
export function threadNumber(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** A thread of this process. @param number as it reported it; 0 while it has not. */
export const statusOfThread = (number: number): ThreadStatus | null =>
  number === 0 ? null : readStatus(`/proc/self/task/${number}`)

/**
 * The main thread of a process. Blocked while another thread of the process runs or could, it is `ready`: it may wait for that one,
 * as V8 does for the threads that collect its garbage, which other processes may starve.
 */
export function statusOfProcess(pid: number | undefined): ThreadStatus | null {
  const main = pid === undefined ? null : readStatus(`/proc/${pid}`)
  return (
    main && {
      ...main,
      /* Read only where it is asked for: a countdown begins with each run of a program. */
      get state() {
        return main.state === 'blocked' && isAnyReady(`/proc/${pid}/task`) ? 'ready' : main.state
      },
    }
  )
}

function isAnyReady(tasks: string): boolean {
  try {
    return readdirSync(tasks).some(task => readStatus(`${tasks}/${task}`)?.state === 'ready')
  } catch {
    /* The process has ended. */
    return false
  }
}

function readStatus(folder: string): ThreadStatus | null {
  try {
    return parseStatus(readFileSync(`${folder}/stat`, 'utf8'), readFileSync(`${folder}/schedstat`, 'utf8'))
  } catch {
    /* Another system, one that does not report this, or the thread has ended. */
    return null
  }
}

/**
 * Source: proc_pid_stat(5), and Documentation/scheduler/sched-stats.rst of Linux: nanoseconds spent on the processor,
 * nanoseconds spent waiting on a run queue, number of time slices.
 *
 * @returns `null` if the kernel counts nothing.
 */
export function parseStatus(stat: string, schedstat: string): ThreadStatus | null {
  /* The name before it may have any character in it. */
  const letter = stat.charAt(stat.lastIndexOf(')') + 2)
  const [ran = 0, waited = 0] = schedstat.trim().split(' ').map(Number)
  if (!(ran > 0 && waited >= 0)) return null
  const state = letter === 'R' ? 'ready' : letter === 'T' || letter === 't' ? 'stopped' : 'blocked'
  return { state, ranMs: ran / 1e6, waitedMs: waited / 1e6 }
}
