/**
 * Trains on Node.js and on other runtimes, and compares: the metrics are to be equal except for times. Ends with 1 at the first difference.
 * Usage: npm run test:runtimes -- 'PATH/bun' 'PATH/deno run -A'
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { printing } from './command.ts'
import { small } from './small.ts'

const rowSchema = z.looseObject({ iteration: z.int() })

/** @returns a row for each iteration, without what it measured of the clock. */
async function metricsOn(folder: string, words: readonly string[], name: string): Promise<readonly object[]> {
  const [program = '', ...options] = words
  const settings = small.flatMap(setting => ['--set', setting])
  const line = [program, ...options, resolve('dist/src/cli/main.js'), 'train', 'household'] as const
  await printing(/report: /, folder, [...line, '--iterations', '2', '--name', name, ...settings])
  const lines = (await readFile(join(folder, 'runs', name, 'metrics.jsonl'), 'utf8')).trim().split('\n')
  return lines.map(text => {
    const { time: _, speed: __, ...row } = rowSchema.parse(JSON.parse(text))
    return row
  })
}

const folder = await mkdtemp(join(tmpdir(), 'rlanything-runtimes-'))
try {
  const wanted = await metricsOn(folder, [process.execPath], 'node')
  for (const [index, line] of process.argv.slice(2).entries()) {
    const found = await metricsOn(folder, line.split(' '), `other-${index}`)
    if (!isDeepStrictEqual(found, wanted))
      throw new Error(`metrics on ${line} must be ${JSON.stringify(wanted)}, got ${JSON.stringify(found)}`)
    console.log(`${line}: the metrics of Node.js ${process.version}`)
  }
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
