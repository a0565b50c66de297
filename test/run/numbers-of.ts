import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const needed = ['time', 'speed', 'memory']

/** The metrics of a run without what depends on time and machine, line by line. */
export async function numbersOf(directory: string): Promise<readonly unknown[]> {
  const lines = (await readFile(join(directory, 'metrics.jsonl'), 'utf8')).trim().split('\n')
  return lines.map(line =>
    Object.fromEntries(Object.entries(JSON.parse(line) as object).filter(([key]) => !needed.includes(key))),
  )
}
