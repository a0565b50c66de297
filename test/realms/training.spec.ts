/** A run in a realm of its own: what passes between it, its threads and the disk is of another. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom, toArray } from 'rxjs'
import { afterAll, expect, test } from 'vitest'
import { loadFormulation, parseRunConfig, readRunDirectory, resume, train, writeReport } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'realm-'))
const directory = join(folder, 'run')
afterAll(() => rmSync(folder, { recursive: true }))

test('a run is trained, resumed, read and reported', async () => {
  const config = parseRunConfig({
    seed: 7,
    iterations: 1,
    tasks: { slots: 4, perIteration: 2, episodes: 2 },
    evaluation: { tasks: 2, probeTasks: 1, every: 0, splits: ['unseen'] },
    rewardModel: { votes: 2 },
    engine: { threads: 1 },
  })
  await lastValueFrom(train({ config, directory }).pipe(toArray()))
  await lastValueFrom(resume({ directory, iterations: 2, inThread: true }).pipe(toArray()))
  const record = await readRunDirectory(directory)
  expect(await record.readMetrics()).toHaveLength(2)
  await writeReport(directory)
})

test('a file with a formulation is loaded', async () => {
  const file = join(folder, 'mine.ts')
  writeFileSync(file, "const name: string = 'mine'\nexport default { name, accepts: () => true }\n")
  expect((await loadFormulation(file)).accepts).toBeTypeOf('function')
})
