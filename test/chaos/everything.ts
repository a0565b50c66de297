import { readdir } from 'node:fs/promises'
import { remains } from '../run/tiny-run.ts'

/** All that a run leaves behind but times and who died: the names of its files, and what is in them. */
export async function everythingOf(run: string): Promise<Readonly<Record<string, unknown>>> {
  const names = (await readdir(run, { recursive: true })).filter(name => name !== 'deaths.jsonl')
  return { names: names.sort(), ...(await remains(run)) }
}
