import { join } from 'node:path'
import type { ExperimentResult } from '../../experiment/results/experiment-result.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { onDisk } from '../../run/directory/records/run-directory-error.ts'

/**
 * Writes the page of an experiment, `index.html`, and its data, `results.json`, into its folder.
 *
 * @returns the path of the page.
 */
export async function writeExperiment(directory: string, result: ExperimentResult): Promise<string> {
  const { writeExperimentPage } = await import('./experiment-page.ts')
  const page = join(directory, 'index.html')
  const texts = {
    [join(directory, 'results.json')]: `${JSON.stringify(result, null, 2)}\n`,
    [page]: writeExperimentPage(result),
  }
  for (const [path, text] of Object.entries(texts)) await onDisk(path, () => writeFileAtomic(path, text))
  return page
}
