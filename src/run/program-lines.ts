/** Actions that are programs, for people to read. */
import type { EpisodeRow } from './directory/records/episode-row.ts'

/** The lines of a program; one that is all in one line is broken at each ` ; `. */
export const programLines = (program: string): readonly string[] => {
  const text = program.trimEnd()
  return text.includes('\n') ? text.split('\n') : text.split(' ; ')
}

/** Whether the actions of an episode are programs: some take more than a line, or tests were written for them. */
export const holdsPrograms = (rows: readonly EpisodeRow[]): boolean =>
  rows.some(({ action, tests }) => tests.length > 0 || programLines(action).length > 1)
