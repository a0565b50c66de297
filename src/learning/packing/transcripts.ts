import type { JudgedStep } from '../../contracts/episode.ts'

/** Steps that a judge read one after the other, each after the ones before. */
interface Transcript<Credits> {
  readonly judged: readonly JudgedStep[]
  /** [judged] of each step. */
  readonly credits: readonly Credits[]
}

/**
 * The judge's input from an episode, cut where it read a step alone. Each piece is packed separately, so that the ancestors of a
 * sample are exactly the tokens before it.
 *
 * @param credits [judged] of each step.
 * @returns in order; one where the judge read the history, none where nothing was judged.
 */
export function transcriptsOf<Credits>(
  judged: readonly JudgedStep[],
  credits: readonly Credits[],
): readonly Transcript<Credits>[] {
  const starts = judged.flatMap(({ alone = false }, place) => (alone || place === 0 ? [place] : []))
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? judged.length
    return { judged: judged.slice(start, end), credits: credits.slice(start, end) }
  })
}
