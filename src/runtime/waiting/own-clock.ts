import { openSync, readSync } from 'node:fs'

/** Processor time of the calling thread, ms; `null` where it is not known. */
export type OwnClock = () => number | null

interface Host {
  readonly pid: number
  /** Of Node 22.19 and 23.9 on: microseconds. */
  readonly threadCpuUsage?: () => { readonly user: number; readonly system: number }
}

/** Of ASCII. */
const [space, zero] = [0x20, 0x30]

/* Looked up when loaded: programs run here may remove the globals. */
const host: Host = process

/** Cheap enough to be read around every run of a program: some microseconds. */
export const ownClock: OwnClock = host.threadCpuUsage === undefined ? linuxClock() : clockOf(host.threadCpuUsage)

function clockOf(used: NonNullable<Host['threadCpuUsage']>): OwnClock {
  const usage = used.bind(process)
  return () => {
    const { user, system } = usage()
    return (user + system) / 1000
  }
}

/** The first number of a thread's schedstat, from a file that stays open as long as the thread. */
function linuxClock(): OwnClock {
  const bytes = new Uint8Array(32)
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    return () => {
      const length = readSync(file, bytes, 0, bytes.length, 0)
      let nanoseconds = 0
      for (let at = 0; at < length && bytes[at] !== space; at += 1) nanoseconds = nanoseconds * 10 + bytes[at]! - zero
      return nanoseconds === 0 ? null : nanoseconds / 1e6
    }
  } catch {
    return () => null
  }
}
