import type { Note } from '../../contracts/episode.ts'

/** Steps that an observer read one after the other, each after the ones before. */
interface Transcript<Credits> {
  readonly notes: readonly Note[]
  /** [notes] of each step. */
  readonly credits: readonly Credits[]
}

/**
 * The observer's input from an episode, cut where it read a step alone. Each piece is packed separately, so that the ancestors of a
 * sample are exactly the tokens before it.
 *
 * @param credits [notes] of each step.
 * @returns in order; one where the observer read the history, none where nothing was written.
 */
export function transcriptsOf<Credits>(
  notes: readonly Note[],
  credits: readonly Credits[],
): readonly Transcript<Credits>[] {
  const starts = notes.flatMap(({ alone = false }, place) => (alone || place === 0 ? [place] : []))
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? notes.length
    return { notes: notes.slice(start, end), credits: credits.slice(start, end) }
  })
}
