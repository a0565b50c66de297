import { readdirSync, readFileSync } from 'node:fs'
import { processorMs } from '../engine/in-turn.ts'

/** Of the clock by which the system counts, on every Linux that Node.js runs on. */
const ticksPerSecond = 100

/**
 * Milliseconds of processor time so far of this process, of those below it, and of their children that have ended; of this process
 * alone where there is no /proc. Counted in hundredths of a second.
 */
export function familyMs(): number {
  const processes = readProcesses()
  const below = (parent: number): readonly Process[] =>
    processes.filter(each => each.parent === parent).flatMap(each => [each, ...below(each.id)])
  const own = processes.find(({ id }) => id === process.pid)
  const ticks = below(process.pid).reduce((sum, each) => sum + each.used + each.usedByEnded, own?.usedByEnded ?? 0)
  return processorMs() + (1000 * ticks) / ticksPerSecond
}

interface Process {
  readonly id: number
  readonly parent: number
  /** Ticks. */
  readonly used: number
  /** By children that have ended, ticks. */
  readonly usedByEnded: number
}

function readProcesses(): readonly Process[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(readProcess)
  } catch {
    return []
  }
}

/** One that has ended meanwhile is left out. */
function readProcess(name: string): readonly Process[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    /* After the name, which may hold anything. */
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(at => fields[at])
    return [{ id: Number(name), parent, used: user + system, usedByEnded: endedUser + endedSystem }]
  } catch {
    return []
  }
}
