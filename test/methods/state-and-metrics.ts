/** What a run of a method leaves behind that is the same for any number of threads, interruptions and machines. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readMetrics } from '../run/tiny-run.ts'

/** @param models whose weights count. */
export async function stateAndMetrics(directory: string, models: readonly string[]) {
  const lines = (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null }))
  const newest = (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? ''
  const folder = join(directory, 'checkpoints', newest)
  const weights = await Promise.all(models.map(async name => digestOf(join(folder, name, 'model.safetensors'))))
  const { method: state } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as {
    readonly method: object
  }
  return { lines, weights, state }
}

export const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
