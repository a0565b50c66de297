/** Many long runs, made up. */
import { link, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { metricsOf } from '../run/report-fixture.ts'

/** Files of metrics that differ; the runs share them by hard links, so that they fit on a disk. */
const different = 5

/** Of two arms, in folders `a-1`, `b-1`, `a-2`, …; each line is as long as a real one. */
export async function writeManyRuns(folder: string, runs: number, iterations: number): Promise<void> {
  await mkdir(join(folder, 'metrics'), { recursive: true })
  const files = Array.from({ length: different }, (_, index) => join(folder, 'metrics', `${index}.jsonl`))
  for (const [index, file] of files.entries()) await writeFile(file, lines(index, iterations))
  for (let index = 0; index < runs; index += 1) {
    const arm = index % 2 === 0 ? 'a' : 'b'
    const seed = Math.floor(index / 2) + 1
    const run = join(folder, 'runs', `${arm}-${seed}`)
    const config = parseRunConfig({ iterations, seed, feedback: { lambda: arm === 'a' ? 0.3 : 1 } })
    await mkdir(join(run, 'episodes'), { recursive: true })
    await writeFile(join(run, 'config.json'), JSON.stringify({ versions: {}, formulation: null, caveats: [], config }))
    await link(files[index % different] ?? '', join(run, 'metrics.jsonl'))
  }
}

function lines(which: number, iterations: number): string {
  return Array.from({ length: iterations }, (_, index) => {
    const line = metricsOf(index + 1)
    const success = 0.4 + 0.2 * Math.tanh(index / 2000) + 0.05 * Math.sin(index * (1.3 + which)) + which / 100
    return `${JSON.stringify({ ...line, success, evaluations: [], probe: null })}\n`
  }).join('')
}
