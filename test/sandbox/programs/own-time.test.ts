import test from 'ava'
import fc from 'fast-check'
import { inOwnTime, wasStarved } from '../../../src/sandbox/programs/own-time.ts'
import type { SandboxRun } from '../../../src/sandbox/programs/run.ts'

const ended = (ending: SandboxRun['ending']): SandboxRun => ({ ending, output: '', stderr: '' })
const limits = fc.integer({ min: 10, max: 100_000 })

/** What comes of a program that needs so much time, run on so large a share of a processor. */
function tried(needMs: number, limitMs: number, share: number) {
  let ranMs = 0
  const takenMs: number[] = []
  const attempt = (timeMs: number): SandboxRun => {
    takenMs.push(timeMs)
    ranMs += Math.min(needMs, timeMs * share)
    return ended(needMs <= timeMs * share ? 'finished' : 'timeout')
  }
  const attempts = inOwnTime(limitMs, attempt, { clock: () => ranMs })
  for (let step = attempts.next(); ; step = attempts.next()) {
    if (step.done === true) return { ending: step.value.ending, takenMs }
  }
}

test('a program that needs less than its time comes to its end on a thirtieth of a processor', t => {
  const needs = fc.double({ min: 0, max: 0.89, noNaN: true })
  fc.assert(
    fc.property(limits, needs, fc.double({ min: 1 / 32, max: 1, noNaN: true }), (limitMs, need, share) => {
      t.is(tried(need * limitMs, limitMs, share).ending, 'finished')
    }),
  )
})

test('a program without end is cut off, at once where it has a processor, and after twice its time of one at most', t => {
  fc.assert(
    fc.property(limits, fc.double({ min: 1 / 32, max: 1, noNaN: true }), (limitMs, share) => {
      const { ending, takenMs } = tried(Infinity, limitMs, share)
      t.is(ending, 'timeout')
      t.true(takenMs.at(-1)! * share <= 2 * limitMs)
      t.deepEqual(
        takenMs,
        takenMs.map((_, repeat) => limitMs * 2 ** repeat),
      )
      if (share >= 0.9) t.is(takenMs.length, 1)
    }),
  )
})

test('a program that never gets a processor has no verdict', t => {
  t.deepEqual(tried(Infinity, 100, 0), { ending: 'unknown', takenMs: [100, 200, 400, 800, 1600, 3200, 6400] })
  t.is(tried(Infinity, 5000, 0).takenMs.at(-1), 160_000)
  t.is(tried(Infinity, 50, 1 / 128).ending, 'timeout')
})

test('nothing else is repeated: no other ending, and no run whose time of a processor is not known', t => {
  for (const ending of ['finished', 'error', 'memory', 'output-limit'] as const)
    t.false(wasStarved(100, ended(ending), 0))
  t.false(wasStarved(100, ended('timeout'), null))
  t.true(wasStarved(100, ended('timeout'), 0))
})

test('one that was starved and cannot be repeated here is left to another process', t => {
  const attempts = inOwnTime(100, () => ended('timeout'), { clock: () => 0, canRepeat: () => false })
  t.throws(() => attempts.next(), { message: /of 100 ms it had 0 ms of a processor/ })
})
