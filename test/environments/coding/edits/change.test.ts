/** Where an edit works: on the clause that is complained of when easing, on another when hardening. */
import test from 'ava'
import fc from 'fast-check'
import { placeFor } from '../../../../environments/coding/edits/change.ts'
import { coding } from '../../../../environments/coding/index.ts'
import { clauseKinds, clauseOf } from '../../../../environments/coding/tasks/pipeline.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

const task = coding().generate('train', randomFrom(rootKey(1)))
const kinds = fc.constantFrom(...clauseKinds)

test('of the clauses that fit, one that is preferred; where there is none, any; where none fits, none', t => {
  const orders = fc.record({
    clauses: fc.array(kinds, { minLength: 1, maxLength: 6 }),
    complaint: fc.option(kinds),
    direction: fc.constantFrom('harder' as const, 'easier' as const),
    fitting: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(orders, ({ clauses, complaint, direction, fitting, seed }) => {
      const offered: unknown[] = []
      const chance = randomFrom(rootKey(seed))
      const random = {
        ...chance,
        pick: <T>(items: readonly T[]): T => {
          offered.push(...items)
          return chance.pick(items)
        },
      }
      const fits = (place: number) => fitting[place] ?? false
      const changed = { ...task, clauses: clauses.map(kind => clauseOf(kind, 2)) }
      const place = placeFor(changed, { random, direction, complaint }, fits)
      const possible = [...clauses.keys()].filter(fits)
      const wanted = possible.filter(each =>
        direction === 'easier' ? clauses[each] === complaint : clauses[each] !== complaint,
      )
      t.deepEqual(offered, wanted.length > 0 ? wanted : possible)
      t.is(place === null, possible.length === 0)
      if (place !== null) t.true(offered.includes(place))
    }),
  )
})
