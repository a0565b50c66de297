import { shellWord } from '../../text/shell-word.ts'

/** Objects that a program gave to a run, which are in no file and must be given again. */
export type Given = 'formulation' | 'actors'

/** Of the options of `train` or `resume`, those that the command line has no word for. */
export const givenOf = ({
  formulation,
  actors = {},
}: {
  readonly formulation?: unknown
  readonly actors?: object
}): readonly Given[] => [
  ...(formulation === undefined ? [] : ['formulation' as const]),
  ...(Object.keys(actors).length === 0 ? [] : ['actors' as const]),
]

/** The command line that resumes a run, or the call where a command line cannot. */
export const howToResume = (directory: string, given: readonly Given[] = []): string =>
  given.length === 0
    ? `npx rlanything resume ${shellWord(directory)}`
    : `resume({ ${[`directory: ${JSON.stringify(directory)}`, ...given].join(', ')} }), in your own program, with the same ${given.join(' and ')}`
