import type { Note } from './actors/echo.ts'

/** A note from the caller that visits `to`, then the stops of its route, then the caller. */
export const note = (to: string, text: string, ...stops: readonly string[]): Note => ({
  kind: 'note',
  from: 'trainer',
  to,
  text,
  route: [...stops, 'trainer'],
})
