import test from 'ava'
import fc from 'fast-check'
import { countedMs, timeOf } from '../../../src/runtime/waiting/counted-time.ts'
import { lengthOf, lookOf, spells, spentMs, type Spell } from './simulated-thread.ts'

const everything = ['runs', 'waits for a processor', 'is blocked', 'is stopped'] as const
const gaps = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 100 })

/** Time that counts by each look, as it adds up. */
function counted(plan: readonly Spell[], gapsMs: readonly number[]): readonly (readonly [atMs: number, ms: number])[] {
  let nowMs = 0
  let sum = 0
  const time = timeOf(
    () => lookOf(plan, nowMs),
    () => nowMs,
  )
  return gapsMs.map(gapMs => {
    nowMs += gapMs
    sum += time()
    return [nowMs, sum]
  })
}

test('no more ever counts than the thread ran and was blocked: starved or stopped it spends none of its time', t => {
  /* A stop in the midst of being blocked cannot be told from it by its traces: that is the awake clock's part. */
  const unstopped = spells(['runs', 'waits for a processor', 'is blocked'])
  fc.assert(
    fc.property(unstopped, gaps, (plan, gapsMs) => {
      for (const [atMs, ms] of counted(plan, gapsMs)) t.true(ms <= spentMs(plan, atMs), `${ms} at ${atMs}`)
    }),
  )
})

test('starved or stopped for ever it spends nothing', t => {
  fc.assert(
    fc.property(fc.constantFrom('waits for a processor' as const, 'is stopped' as const), gaps, (doing, gapsMs) => {
      t.is(counted([{ doing, ms: 1 }], gapsMs).at(-1)?.[1], 0)
    }),
  )
})

test('all counts that a thread runs which wants nothing else, and all that it is blocked', t => {
  fc.assert(
    fc.property(spells(['runs', 'waits for a processor']), gaps, (plan, gapsMs) => {
      for (const [atMs, ms] of counted(plan, gapsMs)) t.is(ms, spentMs(plan, atMs))
    }),
  )
  fc.assert(
    fc.property(gaps, gapsMs => {
      for (const [atMs, ms] of counted([{ doing: 'is blocked', ms: 1 }], gapsMs)) t.is(ms, atMs)
    }),
  )
})

test('what nobody saw counts as the time that went by', t => {
  fc.assert(
    fc.property(spells(everything), fc.nat(10_000), (plan, awakeMs) => {
      const look = lookOf(plan, lengthOf(plan))
      for (const [before, after] of [
        [null, look],
        [look, null],
        [null, null],
      ] as const)
        t.is(countedMs(before, after, awakeMs), awakeMs)
    }),
  )
})
