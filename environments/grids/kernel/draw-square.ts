import type { Random } from '../../../src/math/random.ts'
import { withGlyphs, type Board } from './board.ts'

/** A square whose cells are `glyph` with this chance, independently, and else `other`; P and G are on two cells drawn of all. */
export function drawSquare(
  random: Random,
  size: number,
  { glyph, chance, other }: { readonly glyph: string; readonly chance: number; readonly other: string },
): Board {
  const drawn = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => (random.uniform() < chance ? glyph : other)).join(''),
  )
  const [start, goal] = random.shuffle(Array.from({ length: size * size }, (_, index) => index))
  const cell = (index = 0) => [Math.floor(index / size), index % size] as const
  return withGlyphs(drawn, [
    [cell(start), 'P'],
    [cell(goal), 'G'],
  ])
}
