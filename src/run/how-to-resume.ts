import { shellWord } from '../text/shell-word.ts'

/** What a program handed to a run that is in no file, and has to hand to it again. */
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

/** A command line, or the call that goes on with a run which it cannot go on with. */
export const howToResume = (directory: string, given: readonly Given[] = []): string =>
  given.length === 0
    ? `npx rlanything resume ${shellWord(directory)}`
    : `resume({ ${[`directory: ${JSON.stringify(directory)}`, ...given].join(', ')} }), in your own program, with the same ${given.join(' and ')}`
