import { readdirSync, readFileSync } from 'node:fs'

/** Memory of a process group in MB, what is shared being divided among those who share it; `null` where the system does not say. */
export function groupMemory(group: number): number | null {
  const sizes = processesOf(group).map(proportionalKilobytes)
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function processesOf(group: number): readonly string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name) && groupOf(name) === group)
  } catch {
    return []
  }
}

/** After the name, which may hold anything, come state, parent and group. */
const groupOf = (process: string): number => {
  const text = readOrEmpty(`/proc/${process}/stat`)
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2])
}

const proportionalKilobytes = (process: string): number =>
  Number(/^Pss: +(\d+)/m.exec(readOrEmpty(`/proc/${process}/smaps_rollup`))?.[1] ?? 0)

/** A process may end while it is read. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
