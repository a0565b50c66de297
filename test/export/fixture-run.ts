import { join } from 'node:path'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { episodeOf, metricsOf, summaryOf } from '../run/report-fixture.ts'

/** Iterations of it. */
export const iterations = 21

/** A made-up run in a folder; its last iteration but one is evaluated. */
export async function fixtureRun(folder: string): Promise<string> {
  const path = join(folder, 'made-up')
  const config = parseRunConfig({ iterations })
  const run = await createRunDirectory(path, { versions: { rlanything: '0.1.0' }, config, formulation: null })
  for (let n = 1; n <= iterations; n += 1) {
    await run.appendMetrics(metricsOf(n))
    if (n % 5 === 1) await run.writeEpisodes(n, episodeOf(n, n > 4))
  }
  await run.writeSummary({ before: summaryOf(0), after: summaryOf(iterations) })
  await run.close()
  return path
}
