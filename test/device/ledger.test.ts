import test from 'ava'
import fc from 'fast-check'
import { createLedger, type Ledger } from '../../src/device/ledger.ts'

type Entry = Parameters<Ledger['enter']>
const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.tuple(
    fc.constantFrom('sample', 'score', 'save'),
    fc.constantFrom('policy', 'reward-model', 'reward model'),
    fc.nat(9),
    fc.nat(1000),
  ),
  { maxLength: 20 },
)

const enterAll = (ledger: Ledger, entered: readonly Entry[]): void => entered.forEach(each => ledger.enter(...each))

test('what is entered is summed by verb and model, in the order of first use', t => {
  fc.assert(
    fc.property(entries, entered => {
      const ledger = createLedger()
      enterAll(ledger, entered)
      const uses = ledger.close()
      const names = entered.map(([verb, model]) => `${verb}, ${model}`)
      t.deepEqual(
        uses.map(({ verb, model }) => `${verb}, ${model}`),
        [...new Set(names)],
      )
      for (const { verb, model, ...sums } of uses) {
        const own = entered.filter(each => each[0] === verb && each[1] === model)
        const total = (place: 2 | 3) => own.reduce((sum, each) => sum + each[place], 0)
        t.deepEqual(sums, { calls: own.length, requests: total(2), ms: total(3) })
      }
    }),
  )
})

test('closing empties it', t => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const [used, fresh] = [createLedger(), createLedger()]
      enterAll(used, before)
      used.close()
      t.deepEqual(used.close(), [])
      enterAll(used, after)
      enterAll(fresh, after)
      t.deepEqual(used.close(), fresh.close())
    }),
  )
})
