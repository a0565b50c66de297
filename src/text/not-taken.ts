import { nearestHint } from './nearest.ts'

/** The refusal of a name that is none of those known, as a program that no compiler has checked may use. */
export const notTaken = (taker: string, name: unknown, known: readonly string[]): string =>
  `${taker} takes no '${String(name)}'${nearestHint(String(name), known)} (${known.join(', ')})`
