import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic.ts'
import { readRunDirectory } from '../run/directory/run-directory.ts'
import { onDisk } from '../run/directory/records/run-directory-error.ts'
import type { ReportOptions } from './panels/report-data.ts'

/**
 * Writes `report.html` into a run directory: one page that needs no network. Of an unfinished run, the part so far;
 * missing parts are listed in the page.
 * @param warn called for each missing line or file.
 * @returns its path.
 * @throws {RunDirectoryError} if it is not a run.
 */
export async function writeReport(
  directory: string,
  warn: (text: string) => void = () => {},
  options: ReportOptions = {},
): Promise<string> {
  const [{ readReportData }, { reportPage }] = await Promise.all([
    import('./panels/report-data.ts'),
    import('./report-page.ts'),
  ])
  const path = join(directory, 'report.html')
  const data = await readReportData(await readRunDirectory(directory), options)
  for (const gap of data.gaps) warn(gap)
  const page = reportPage(data)
  await onDisk(path, () => writeFileAtomic(path, page))
  return path
}
