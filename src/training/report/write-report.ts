import { join } from 'node:path'
import { writeFileAtomic } from '../../files/atomic.ts'
import { readRunDirectory } from '../run-directory.ts'
import { onDisk } from '../run-directory/run-directory-error.ts'
import { readReportData } from './report-data.ts'
import { reportPage } from './report-page.ts'

/**
 * Writes `report.html` into a run directory: one page that needs no network. Of a run that is still going, what there
 * is so far.
 * @returns its path.
 * @throws {RunDirectoryError} if it is not a run.
 */
export async function writeReport(directory: string): Promise<string> {
  const path = join(directory, 'report.html')
  const page = reportPage(await readReportData(await readRunDirectory(directory)))
  await onDisk(path, () => writeFileAtomic(path, page))
  return path
}
