/** Answers after the first to one request are turns of their own, named after the turn of the request. */

/** @param at place of the answer among those to the request. */
export const choiceId = (turn: string, at: number): string => (at === 0 ? turn : `${turn}_${at}`)

/** The place of an answer among those to its request. */
export const placeOfChoice = (id: string): number => Number(id.split('_', 2)[1] ?? 0)

/** The turn of the request that an answer was to. */
export const turnOf = (id: string): string => id.split('_', 1)[0] ?? id
