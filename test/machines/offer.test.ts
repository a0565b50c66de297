import test from 'ava'
import fc from 'fast-check'
import {
  bestOffer,
  nextMove,
  obstacle,
  offerOf,
  type Offer,
  type PlacedActor,
} from '../../src/runtime/machines/offer.ts'

const packages = fc.dictionary(
  fc.constantFrom('rlanything', 'worlds'),
  fc.record({ version: fc.constantFrom('0.1.0', '0.2.0'), digest: fc.constantFrom('abc', 'def') }),
)
const offer: fc.Arbitrary<Offer> = fc.record({
  worker: fc.string(),
  instance: fc.uuid(),
  answers: fc.string(),
  slots: fc.nat(8),
  taken: fc.nat(8),
  has: fc.subarray(['browser', 'python', 'gpu']),
  packages,
  cores: fc.nat(64),
  memoryMb: fc.nat(),
  format: fc.constantFrom(15, 16),
  makesRuns: fc.boolean(),
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

/** Workers whose actors of this run and of others are known. */
const occupied = fc
  .array(fc.record({ offer, own: fc.array(need, { maxLength: 8 }), others: fc.nat(4) }), { maxLength: 5 })
  .map(workers =>
    workers.map(({ offer, own, others }, index) => ({
      offer: { ...offer, worker: `w${index}`, taken: own.length + others },
      actors: own.map((each, n): PlacedActor => ({ actor: `${index}/${n}`, need: each })),
    })),
  )

test('actors move to workers that can take them until none has both more of them and less room than another', t => {
  fc.assert(
    fc.property(occupied, workers => {
      const at = new Map(workers.map(({ offer, actors }) => [offer.worker, actors]))
      const placed = ({ worker }: Offer) => at.get(worker) ?? []
      const now = () =>
        workers.map(({ offer, actors }) => ({ ...offer, taken: offer.taken - actors.length + placed(offer).length }))
      const squares = () => [...at.values()].reduce((sum, { length }) => sum + length ** 2, 0)
      for (;;) {
        const [offers, before] = [now(), squares()]
        const move = nextMove(offers, placed, 15)
        if (move === null) break
        const [from, to] = [
          offers.find(each => placed(each).some(({ actor }) => actor === move.actor)),
          offers.find(({ worker }) => worker === move.to),
        ]
        const actor = from && placed(from).find(each => each.actor === move.actor)
        if (from === undefined || to === undefined || actor === undefined) return t.fail()
        t.is(obstacle(to, { ...actor.need, beyond: false }, 15), '')
        at.set(
          from.worker,
          placed(from).filter(each => each !== actor),
        )
        at.set(to.worker, [...placed(to), actor])
        t.true(squares() < before)
      }
      const offers = now()
      for (const from of offers)
        for (const { need: each } of placed(from)) {
          const best = bestOffer(offers, { ...each, beyond: false }, 15)
          if (best === null) continue
          t.true(
            placed(best).length + 1 >= placed(from).length || best.slots - best.taken <= from.slots - from.taken + 1,
          )
        }
    }),
  )
})

test('of eight actors on a full worker four move to one that has come, and a full one gets none', t => {
  const none = { on: null, packages: {}, beyond: true }
  const like = {
    instance: '',
    answers: '',
    has: [],
    packages: {},
    cores: 2,
    memoryMb: 1,
    format: 15,
    makesRuns: false,
    leaving: false,
  }
  const actors = Array.from({ length: 8 }, (_, n): PlacedActor => ({ actor: `environment/${n}`, need: none }))
  const offers = (here: number, there: number, slots: number): readonly Offer[] => [
    { ...like, worker: 'a', slots: 8, taken: here },
    { ...like, worker: 'b', slots, taken: there },
  ]
  const moved = (here: number, slots: number) =>
    nextMove(
      offers(here, 8 - here, slots),
      ({ worker }) => (worker === 'a' ? actors.slice(0, here) : actors.slice(here)),
      15,
    )
  t.deepEqual(moved(8, 8), { actor: 'environment/7', to: 'b' })
  t.deepEqual(moved(5, 8), { actor: 'environment/4', to: 'b' })
  t.is(moved(4, 8), null)
  t.is(
    nextMove(offers(8, 2, 2), ({ worker }) => (worker === 'a' ? actors : []), 15),
    null,
  )
})

test('an offer is read as it was said, and nothing else is one', t => {
  fc.assert(fc.property(offer, each => t.deepEqual(offerOf(Buffer.from(JSON.stringify(each))), each)))
  fc.assert(fc.property(fc.uint8Array(), bytes => t.is(offerOf(bytes), null)))
  for (const wrong of ['null', '{}', '[]', '{"worker":1}']) t.is(offerOf(Buffer.from(wrong)), null)
})
