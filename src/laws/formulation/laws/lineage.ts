/** Laws of the task slots under a rule of acceptance. */
import type { LineageEvent } from '../../../curriculum/lineage.ts'
import { replayLineage, slotAt } from '../../../curriculum/slots.ts'
import { live, lineageRounds, type Rounds } from '../cases/lineages.ts'
import { law, type FormulationLaw, type Table } from '../cases/law.ts'
import { sameData } from '../../../contracts/same-data.ts'

const show = ({ measured }: Rounds): Table => ({
  columns: ['slot', 'current won', 'proposed won'],
  rows: measured.map(({ slot, baseline, proposed }) => [
    slot,
    `${baseline.successes} of ${baseline.trials}`,
    `${proposed.successes} of ${proposed.trials}`,
  ]),
})

export const lineageLaws: readonly FormulationLaw[] = [
  law<Rounds>({
    name: 'slots-constant',
    statement: 'the number of slots does not change with decisions, and each has one task',
    source: 'RLAnything, arXiv 2602.02488, environment adaptation: q′ takes the place of q',
    part: 'accepts',
    cases: () => lineageRounds,
    show,
    find: (subject, one) => {
      const { slots } = live(one, subject)
      return slots.length === one.slots && slots.every(({ pending }) => pending === null)
        ? null
        : { table: show(one), expected: `${one.slots} slots without a pending task`, found: `${slots.length} slots` }
    },
  }),
  law<Rounds>({
    name: 'lineage-replayable',
    statement: 'the slots are what their written lineage replays to, and each holds its root or what was accepted last',
    source: 'a run resumes from its tasks.jsonl',
    part: 'accepts',
    cases: () => lineageRounds,
    show,
    find: (subject, one) => {
      const { events, slots } = live(one, subject)
      const written = events.map(event => JSON.parse(JSON.stringify(event)) as LineageEvent<number>)
      const again = replayLineage(written)
      const wrong = [...slots.keys()].find(index => {
        const last = events.findLast(event => event.kind === 'decided' && event.slot === index && event.accepted)
        return slotAt(slots, index).current.version !== (last?.version ?? 0)
      })
      if (sameData(again, slots) && wrong === undefined) return null
      return {
        table: show(one),
        expected: 'the same slots',
        found: wrong === undefined ? 'others' : `slot ${wrong} differs`,
      }
    },
  }),
]
