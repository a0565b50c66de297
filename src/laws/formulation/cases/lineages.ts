/** Random lives of task slots. */
import fc from 'fast-check'
import { directionOf } from '../../../curriculum/acceptance/direction.ts'
import type { Formulas } from '../../../methods/rlanything/formulation/formulation.ts'
import { paper } from '../../../methods/rlanything/formulation/paper.ts'
import type { Count } from '../../../math/wilson.ts'
import type { LineageEvent } from '../../../curriculum/lineage.ts'
import { decide, propose } from '../../../curriculum/proposals.ts'
import { advance, replayLineage, rootEvents, type Slots } from '../../../curriculum/slots.ts'
import { counts } from './arbitraries.ts'

/** Measurements of the slots, round by round: a task outside the band is changed, and decided on in the next. */
export interface Rounds {
  readonly slots: number
  readonly measured: readonly { readonly slot: number; readonly baseline: Count; readonly proposed: Count }[]
}

const band = { low: 0.2, high: 0.8 }

export const lineageRounds: fc.Arbitrary<Rounds> = fc.integer({ min: 1, max: 3 }).chain(slots =>
  fc.record({
    slots: fc.constant(slots),
    measured: fc.array(fc.record({ slot: fc.nat({ max: slots - 1 }), baseline: counts(8), proposed: counts(8) }), {
      maxLength: 12,
    }),
  }),
)

/** The events of the slots in these rounds, and the slots after them; a task is a number. */
export function live(
  { slots: number, measured }: Rounds,
  { name, accepts }: Pick<Formulas, 'name' | 'accepts'>,
): { readonly events: readonly LineageEvent<number>[]; readonly slots: Slots<number> } {
  const events: LineageEvent<number>[] = rootEvents(Array.from({ length: number }, (_, slot) => slot))
  let slots: Slots<number> = replayLineage(events)
  const tell = (event: LineageEvent<number>): void => {
    slots = advance(slots, event)
    events.push(event)
  }
  measured.forEach(({ slot, baseline, proposed }, iteration) => {
    const direction = directionOf(baseline.successes / baseline.trials, band)
    if (direction === null) return
    const origin = { proposer: 'law', edit: 'next', reason: 'it is the next number' }
    tell(propose(slots, { iteration, slot, direction, baseline, task: number + iteration, ...origin }, band))
    tell(decide(slots, { iteration, slot, band, evidence: { rule: 'paper', proposed }, accepts, by: name }))
  })
  return { events, slots }
}

/** Lineages of one to three slots under the paper's rule; tasks are numbers. */
export const lineages: fc.Arbitrary<readonly LineageEvent<number>[]> = lineageRounds.map(
  each => live(each, paper()).events,
)
