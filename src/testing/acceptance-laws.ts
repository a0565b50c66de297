import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Band, Direction } from '../feedback/direction.ts'
import type { Count } from '../math/wilson.ts'
import { counts } from './arbitraries.ts'
import type { Law } from './law.ts'

/** Whether a proposed task takes the place of the current one. */
export type AcceptanceDecision = (direction: Direction, current: Count, proposed: Count, band: Band) => boolean

/** What a rule of acceptance must satisfy so that tasks move towards the band and never through it. */
export const acceptanceLaws = (accepts: AcceptanceDecision): readonly Law[] => [
  {
    name: 'an unchanged success share is never accepted',
    check: () =>
      fc.assert(
        fc.property(directions, counts(), bands, (direction, count, band) => !accepts(direction, count, count, band)),
      ),
  },
  {
    name: 'what is accepted has moved the right way and not through the band',
    check: () =>
      fc.assert(
        fc.property(directions, counts(16), counts(16), bands, (direction, current, proposed, band) => {
          if (!accepts(direction, current, proposed, band)) return
          const [from, to] = [shareOf(current), shareOf(proposed)]
          assert.ok(direction === 'harder' ? band.low < to && to < from : from < to && to < band.high)
        }),
      ),
  },
  {
    name: 'no pair of counts is accepted both ways',
    check: () =>
      fc.assert(
        fc.property(
          counts(16),
          counts(16),
          bands,
          (current, proposed, band) =>
            !(accepts('harder', current, proposed, band) && accepts('easier', current, proposed, band)),
        ),
      ),
  },
]

const directions = fc.constantFrom<Direction[]>('harder', 'easier')
const bands: fc.Arbitrary<Band> = fc.constantFrom(
  { low: 0.2, high: 0.8 },
  { low: 0.1, high: 0.9 },
  { low: 0.4, high: 0.6 },
)
const shareOf = ({ successes, trials }: Count): number => successes / trials
