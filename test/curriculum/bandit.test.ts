import test from 'ava'
import fc from 'fast-check'
import type { Direction } from '../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { emptyBandit, learnDecision, rankEdits } from '../../src/curriculum/bandit.ts'
import type { Bandit } from '../../src/contracts/worlds/edit-memory.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'

const names = ['hide-target', 'add-room', 'lock-door']
const decisions = fc.array(
  fc.record({
    direction: fc.constantFrom<Direction[]>('harder', 'easier'),
    edit: fc.constantFrom(...names),
    accepted: fc.boolean(),
  }),
  { maxLength: 40 },
)

test('a ranking holds every name once and depends on nothing but key and evidence', t => {
  fc.assert(
    fc.property(decisions, fc.maxSafeNat().map(rootKey), (made, key) => {
      const bandit = made.reduce<Bandit>((state, decision) => learnDecision(state, decision), emptyBandit)
      const ranked = rankEdits(bandit, 'harder', names, key)
      t.deepEqual(ranked.toSorted(), names.toSorted())
      t.deepEqual(rankEdits(bandit, 'harder', names.toReversed(), key), ranked)
      t.deepEqual(rankEdits(JSON.parse(JSON.stringify(bandit)), 'harder', names, key), ranked)
    }),
    { numRuns: 50 },
  )
})

test('learning leaves the state it was given, and the other direction, as they were', t => {
  fc.assert(
    fc.property(decisions, made => {
      const bandit = made.reduce<Bandit>((state, decision) => learnDecision(state, decision), emptyBandit)
      const before = structuredClone(bandit)
      const after = learnDecision(bandit, { direction: 'harder', edit: 'add-room', accepted: true })
      t.deepEqual(bandit, before)
      t.deepEqual(after.easier, before.easier)
    }),
    { numRuns: 30 },
  )
})

test('evidence is bounded by 1 / (1 − memory), and kept in full by a memory of 1', t => {
  const after = (memory: number, decided: number) =>
    present(
      Array.from({ length: decided }).reduce<Bandit>(
        bandit => learnDecision(bandit, { direction: 'harder', edit: 'add-room', accepted: true }, { memory }),
        emptyBandit,
      ).harder['add-room'],
    ).accepted
  t.true(after(0.9, 200) <= 10)
  t.is(after(1, 200), 200)
})

/** The share of the last `counted` of `rounds` decisions that went to the arm of the highest rate. */
function shareOfBest(rates: Readonly<Record<string, number>>, rounds: number, counted: number): number {
  const best = names.toSorted((a, b) => present(rates[b]) - present(rates[a]))[0]
  let bandit = emptyBandit
  let hits = 0
  for (let round = 0; round < rounds; round += 1) {
    const key = derive(rootKey(42), round)
    const edit = nth(rankEdits(bandit, 'harder', names, derive(key, 'rank')), 0)
    const accepted = randomFrom(derive(key, 'world')).uniform() < present(rates[edit])
    bandit = learnDecision(bandit, { direction: 'harder', edit, accepted })
    if (round >= rounds - counted && edit === best) hits += 1
  }
  return hits / counted
}

test('the edit that gets accepted most comes first most of the time', t => {
  t.true(shareOfBest({ 'hide-target': 0.2, 'add-room': 0.8, 'lock-door': 0.1 }, 300, 200) > 0.75)
  t.true(shareOfBest({ 'hide-target': 0.1, 'add-room': 0.2, 'lock-door': 0.7 }, 300, 200) > 0.75)
})

test('edits that are equally sure to be accepted go by their names', t => {
  const sure = { accepted: 1e300, rejected: 0 }
  const bandit = { ...emptyBandit, harder: { 'add-room': sure, 'lock-door': sure } }
  for (const edits of [
    ['add-room', 'lock-door'],
    ['lock-door', 'add-room'],
  ])
    t.deepEqual(rankEdits(bandit, 'harder', edits, rootKey(1)), ['add-room', 'lock-door'])
})

test('bad memories and directions are refused by name', t => {
  const decision = { direction: 'harder', edit: 'add-room', accepted: true } as const
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => learnDecision(emptyBandit, decision, { memory: 1.5 }), /memory must be in \(0, 1\], got 1.5/)
  refused(() => learnDecision(emptyBandit, decision, { memory: 0 }), /memory must be in \(0, 1\], got 0/)
  refused(() => rankEdits(emptyBandit, 'other' as Direction, names, rootKey(1)), /direction must be .* got 'other'/)
})
