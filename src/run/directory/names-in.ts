import { readdir } from 'node:fs/promises'
import { systemCode } from '../../files/system-code.ts'

/** The names in a folder; none if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
}

/** Of what an iteration leaves in a folder of its run, before any ending. */
export const iterationName = (iteration: number): string => `iteration-${String(iteration).padStart(6, '0')}`

/** The iterations that have a name with this ending in a folder, ascending. */
export async function iterationsIn(folder: string, ending: string): Promise<number[]> {
  const names = (await namesIn(folder)).filter(name => name.endsWith(ending))
  const digits = names.flatMap(
    name => /^iteration-(\d{6,})$/.exec(name.slice(0, name.length - ending.length))?.[1] ?? [],
  )
  return digits.map(Number).sort((a, b) => a - b)
}
