import type { VectorRows } from '../contracts/worlds/vector-rows.ts'
import { endings } from '../contracts/worlds/vector-world.ts'

/** Rows of an episode. */
export interface FirstEpisode {
  readonly first: number
  /** Inclusive. */
  readonly last: number
  /** How it ended, one of `endings`: `none` where it was under way at the last step. */
  readonly ending: number
}

/** The first episode of each world, as far as it got: later ones would count short ones too often. */
export const firstEpisodes = ({
  worlds,
  steps,
  endings: ended,
}: Pick<VectorRows, 'worlds' | 'steps' | 'endings'>): readonly FirstEpisode[] =>
  Array.from({ length: worlds }, (_, world) => {
    const first = world * steps
    const found = ended.subarray(first, first + steps).findIndex(ending => ending !== endings.none)
    const last = first + (found < 0 ? steps - 1 : found)
    return { first, last, ending: ended[last] ?? endings.none }
  })
