import { howToResume } from './events/how-to-resume.ts'
import { RunDirectoryError } from './directory/records/run-directory-error.ts'

/** @throws {RunDirectoryError} unless the run is resumed with the formulation that it was begun with, by name. */
export function requireSame(path: string, name: string | null, recorded: string | null): void {
  if (name !== recorded)
    throw new RunDirectoryError(
      `${path} was begun with ${recorded === null ? 'no formulation' : `the formulation ${recorded}`}, got ${name ?? 'none'}: resume it as it was begun${recorded === null || name !== null ? '' : `, by ${howToResume(path, ['formulation'])}`}`,
    )
}
