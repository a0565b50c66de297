import test from 'ava'
import fc from 'fast-check'
import { bestOffer, obstacle, offerOf, type Offer } from '../../src/runtime/machines/offer.ts'

const packages = fc.dictionary(
  fc.constantFrom('rlanything', 'worlds'),
  fc.record({ version: fc.constantFrom('0.1.0', '0.2.0'), digest: fc.constantFrom('abc', 'def') }),
)
const offer: fc.Arbitrary<Offer> = fc.record({
  worker: fc.string(),
  instance: fc.uuid(),
  slots: fc.nat(8),
  taken: fc.nat(8),
  has: fc.subarray(['browser', 'python', 'gpu']),
  packages,
  cores: fc.nat(64),
  memoryMb: fc.nat(),
  format: fc.constantFrom(15, 16),
  leaving: fc.boolean(),
})
const need = fc.record({ on: fc.constantFrom(null, 'browser', 'a100'), packages, beyond: fc.boolean() })

test('the best offer is one without an obstacle, with the most free places; there is none only where all have one', t => {
  fc.assert(
    fc.property(fc.array(offer), need, (offers, wanted) => {
      const best = bestOffer(offers, wanted, 15)
      const able = offers.filter(each => obstacle(each, wanted, 15) === '')
      if (best === null) return t.is(able.length, 0)
      t.is(best.slots - best.taken, Math.max(...able.map(({ slots, taken }) => slots - taken)))
      t.true(wanted.on === null || best.has.includes(wanted.on))
      for (const [name, each] of Object.entries(wanted.packages)) t.deepEqual(best.packages[name], each)
      return t.true(!best.leaving && best.format === 15 && (wanted.beyond || best.taken < best.slots))
    }),
  )
})

test('an offer is read as it was said, and nothing else is one', t => {
  fc.assert(fc.property(offer, each => t.deepEqual(offerOf(Buffer.from(JSON.stringify(each))), each)))
  fc.assert(fc.property(fc.uint8Array(), bytes => t.is(offerOf(bytes), null)))
  for (const wrong of ['null', '{}', '[]', '{"worker":1}']) t.is(offerOf(Buffer.from(wrong)), null)
})
