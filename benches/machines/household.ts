/** The default run of the household, shortened, with two environment threads here or each on a worker. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom, tap } from 'rxjs'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { trainRun } from '../../src/run/train.ts'
import type { Workers } from './workers.ts'

/** Not counted: compilers have not settled, and the first counts from its end. */
const warming = 2

/** @returns iterations a second. */
export async function iterationsPerSecond(iterations: number, seed: number, workers: Workers | null): Promise<number> {
  const config = await loadRunConfig({
    ...{ seed, iterations: warming + iterations, environment: { name: 'household', threads: 2 } },
    evaluation: { every: 0, tasks: 1, temperatures: [0.8] },
  })
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  const ends: number[] = []
  try {
    const options = {
      config,
      directory: join(folder, 'run'),
      ...(workers === null ? {} : { nats: { url: workers.url } }),
    }
    await lastValueFrom(
      trainRun(options).pipe(
        tap(({ kind }) => {
          if (kind === 'iteration') ends.push(performance.now())
        }),
      ),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
  const [first, last] = [ends[warming - 1], ends.at(-1)]
  if (first === undefined || last === undefined)
    throw new Error(`a run must have ${warming} iterations and more, got ${ends.length}`)
  return (1000 * iterations) / (last - first)
}
