import { nearestHint } from './nearest.ts'

/** The refusal of a message of a kind that an actor does not know, as a program that no compiler has checked may send. */
export const notTaken = (actor: string, { kind }: { readonly kind?: unknown }, known: readonly string[]): string =>
  `${actor} takes no '${String(kind)}'${nearestHint(String(kind), known)}`
