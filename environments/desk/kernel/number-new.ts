import type { Bids } from '../../../src/gui/tree/bids.ts'
import type { DeskElement } from '../screen/element.ts'

/** An empty page: html, head and its contents come first in the document. */
export const firstBids: Bids = { numbers: { html: 0, head: 1, title: 2, viewport: 3, style: 4, script: 5 }, next: 6 }

/**
 * Numbers for elements that have none, in document order. What goes out of sight is hidden, not taken away: it has the
 * same number when it comes back.
 */
export function numberNew(bids: Bids, elements: readonly DeskElement[]): Bids {
  const added = elements.filter(({ key }) => bids.numbers[key] === undefined)
  if (added.length === 0) return bids
  const numbers: Record<string, number> = { ...bids.numbers }
  let { next } = bids
  for (const { key } of added) numbers[key] = next++
  return { numbers, next }
}
