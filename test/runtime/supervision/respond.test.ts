import test from 'ava'
import fc from 'fast-check'
import { recentDeaths, respond } from '../../../src/runtime/supervision/respond.ts'
import { checkedStrategy, type RestartStrategy } from '../../../src/runtime/supervision/strategy.ts'

const ms = fc.integer({ min: 1, max: 10_000 })
const strategies: fc.Arbitrary<RestartStrategy> = fc
  .record({
    maxRestarts: fc.integer({ min: 1, max: 10 }),
    withinMs: ms,
    firstDelayMs: fc.nat(1_000),
    factor: fc.double({ min: 1, max: 8, noNaN: true }),
    more: fc.nat(10_000),
  })
  .map(({ more, ...rest }) => ({ kind: 'restart', ...rest, maxDelayMs: rest.firstDelayMs + more }))
const deaths = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 40 }).map(pauses => {
  let atMs = 0
  return pauses.map(pause => (atMs += pause))
})

test('no more restarts are granted within the time than the strategy names', t => {
  fc.assert(
    fc.property(strategies, deaths, (strategy, atMs) => {
      const full = checkedStrategy('a', strategy)
      const granted = atMs.filter((now, index) => respond(full, atMs.slice(0, index + 1), now).kind === 'restart')
      const { maxRestarts = 0, withinMs = 0 } = strategy
      for (const now of granted)
        t.true(granted.filter(other => other <= now && now - other < withinMs).length <= maxRestarts)
    }),
  )
})

test('the delay grows with each death within the time, from the first to the most, and starts again after it', t => {
  fc.assert(
    fc.property(strategies, fc.integer({ min: 1, max: 10 }), fc.nat(100_000), (strategy, count, now) => {
      const full = checkedStrategy('a', strategy)
      const { maxRestarts = 0, withinMs = 0, firstDelayMs = 0, maxDelayMs = 0 } = strategy
      const delayOf = (deathsMs: readonly number[]): number => {
        const response = respond(full, deathsMs, now)
        return response.kind === 'restart' ? response.delayMs : t.fail()
      }
      const times = Math.min(count, maxRestarts)
      const delays = Array.from({ length: times }, (_, index) => delayOf(Array<number>(index + 1).fill(now)))
      t.is(delays[0], firstDelayMs)
      delays.forEach((delay, index) => {
        t.true(delay <= maxDelayMs)
        t.true(delay >= (delays[index - 1] ?? 0))
      })
      t.is(delayOf([...Array<number>(40).fill(now - withinMs), now]), firstDelayMs)
    }),
  )
})

test('doubling from 20 ms', t => {
  const strategy = checkedStrategy('gpu', { kind: 'restart', maxRestarts: 4, maxDelayMs: 100 })
  const responses = [1, 2, 3, 4, 5].map(count => respond(strategy, Array<number>(count).fill(7), 7))
  t.deepEqual(responses, [
    { kind: 'restart', delayMs: 20 },
    { kind: 'restart', delayMs: 40 },
    { kind: 'restart', delayMs: 80 },
    { kind: 'restart', delayMs: 100 },
    { kind: 'escalate', reason: 'more than 4 deaths within 60000 ms' },
  ])
  t.deepEqual(respond({ kind: 'stop' }, [1, 2, 3], 3), { kind: 'stop' })
  t.is(respond({ kind: 'escalate' }, [1], 1).kind, 'escalate')
})

test('a death counts for less than `withinMs`, and only where actors are restarted', t => {
  const strategy = checkedStrategy('gpu', { kind: 'restart', withinMs: 10 })
  t.deepEqual(recentDeaths(strategy, [0, 1, 5, 10], 10), [1, 5, 10])
  t.deepEqual(recentDeaths({ kind: 'stop' }, [1, 2], 2), [])
})

test('the delay may be the same from the first restart to the last', t => {
  const strategy = checkedStrategy('gpu', { kind: 'restart', firstDelayMs: 50, maxDelayMs: 50 })
  t.deepEqual(respond(strategy, [3, 3], 3), { kind: 'restart', delayMs: 50 })
})

test('a strategy that cannot be is refused by actor, field and value', t => {
  const wrong: readonly [Partial<RestartStrategy>, RegExp][] = [
    [{ maxRestarts: 0 }, /supervision\.maxRestarts of gpu must be a positive integer, got 0/],
    [{ maxRestarts: 1.5 }, /maxRestarts .*got 1\.5/],
    [{ withinMs: 0 }, /withinMs .*positive, got 0/],
    [{ firstDelayMs: -1 }, /firstDelayMs .*got -1/],
    [{ factor: 0.5 }, /factor .*got 0\.5/],
    [{ firstDelayMs: 50, maxDelayMs: 10 }, /maxDelayMs .*\[firstDelayMs 50, ∞\), got 10/],
    [{ withinMs: Number.NaN }, /withinMs .*got NaN/],
    [{ firstDelayMs: Infinity, maxDelayMs: Infinity }, /supervision\.firstDelayMs of gpu .*got Infinity/],
    [{ factor: Infinity }, /factor .*got Infinity/],
    [{ maxDelayMs: Infinity }, /maxDelayMs .*got Infinity/],
  ]
  for (const [field, message] of wrong) {
    t.throws(() => checkedStrategy('gpu', { kind: 'restart', ...field }), { instanceOf: RangeError, message })
  }
})
