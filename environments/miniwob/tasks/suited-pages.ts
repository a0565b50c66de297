/** Pages that can be played by text alone. */
import { clickingExperts } from '../experts/clicking.ts'
import { fillingExperts } from '../experts/filling.ts'

/** Played by text, too, but without an expert. */
const others = [
  ...['buy-ticket', 'email-inbox', 'email-inbox-delete', 'email-inbox-reply', 'guess-number', 'navigate-tree'],
  ...['search-engine', 'social-media-some'],
]

/** In the order of the alphabet. Left out: colours, drawings, dragging, and pages that clicks cannot solve. */
export const suitedPages: readonly string[] = [
  ...Object.keys(clickingExperts),
  ...Object.keys(fillingExperts),
  ...others,
].sort()
