/** Records anew what tiny runs of all methods leave behind: `node dist/test/methods/write-recorded.js`, where numbers are meant to change. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { methodNames } from '../../src/methods/registry/registry.ts'
import { recordedFile, recordedRun, type RecordedRun } from './recorded-runs.ts'

const runs: Record<string, RecordedRun> = {}
for (const method of methodNames) {
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  runs[method] = await recordedRun(method, folder)
  await rm(folder, { recursive: true })
}
const lines = Object.entries(runs).map(([method, run]) => `${JSON.stringify(method)}: ${JSON.stringify(run)}`)
await writeFile(recordedFile, `{\n${lines.join(',\n')}\n}\n`)
