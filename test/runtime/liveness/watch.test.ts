import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import { beat, createBeats, createLease } from '../../../src/runtime/liveness/lease.ts'
import { watch } from '../../../src/runtime/liveness/watch.ts'
import { awakeTime } from '../../../src/runtime/waiting/awake-time.ts'
import { tick } from '../../../src/streams/tick.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { sleepyClock } from '../waiting/sleepy-clock.ts'
import { lengthOf, lookOf, spells, spentMs, type Spell } from '../waiting/simulated-thread.ts'

const allowances = fc.integer({ min: 600, max: 10_000 })
const unseen = () => null

/** When a thread was called hung that does this and beats no more, and what it was allowed. */
function toldOf(plan: readonly Spell[], allowanceMs: number, leaseMs = 0) {
  const scheduler = new VirtualTimeScheduler()
  const beats = createBeats()
  Atomics.store(beats, 1, leaseMs)
  const told: { readonly atMs: number; readonly allowedMs: number }[] = []
  const hung = (allowedMs: number): void => void told.push({ atMs: scheduler.now(), allowedMs })
  watch(beats, allowanceMs, hung, { status: () => lookOf(plan, scheduler.now()), scheduler })
  scheduler.flush()
  return told
}

test('a thread that stops beating is told of once, after what it is allowed and at most two looks more', t => {
  fc.assert(
    fc.property(allowances, fc.nat(20_000), fc.nat(30_000), (allowanceMs, beatsUntilMs, leaseMs) => {
      const scheduler = new VirtualTimeScheduler()
      const beats = createBeats()
      Atomics.store(beats, 1, leaseMs)
      const beating = (): void => {
        beat(beats)
        if (scheduler.now() + allowanceMs / 16 <= beatsUntilMs) scheduler.schedule(beating, allowanceMs / 16)
      }
      scheduler.schedule(beating, 0)
      const told: (readonly [atMs: number, allowedMs: number])[] = []
      const hung = (allowedMs: number): void => void told.push([scheduler.now(), allowedMs])
      watch(beats, allowanceMs, hung, { status: unseen, scheduler })
      scheduler.flush()
      const [[atMs, allowedMs] = [0, 0]] = told
      const lastMs = beatsUntilMs - (beatsUntilMs % (allowanceMs / 16))
      t.is(told.length, 1)
      t.is(allowedMs, Math.max(allowanceMs, leaseMs))
      t.true(atMs - lastMs >= allowedMs - 1e-6)
      t.true(atMs - lastMs <= allowedMs + allowanceMs / 4 + 1)
    }),
  )
})

test('an endless loop is found by its own time of the processor, however little it gets', t => {
  fc.assert(
    fc.property(allowances, spells(['runs', 'waits for a processor']), (allowanceMs, unended) => {
      const plan = [...unended, { doing: 'runs', ms: 1 } as const]
      const [told] = toldOf(plan, allowanceMs)
      const ranMs = spentMs(plan, present(told).atMs)
      t.true(ranMs >= allowanceMs - 1e-6)
      t.true(ranMs <= allowanceMs + allowanceMs / 8 + 1)
    }),
  )
})

test('a thread that waits for ever for something else than a processor is found in time', t => {
  fc.assert(
    fc.property(allowances, fc.nat(30_000), (allowanceMs, leaseMs) => {
      const [told] = toldOf([{ doing: 'is blocked', ms: 1 }], allowanceMs, leaseMs)
      const allowedMs = Math.max(allowanceMs, leaseMs)
      t.is(present(told).allowedMs, allowedMs)
      t.true(present(told).atMs >= allowedMs - 1e-6 && present(told).atMs <= allowedMs + allowanceMs / 8 + 1)
    }),
  )
})

test('no amount of starving is a hang', t => {
  const starved = spells(['waits for a processor', 'is stopped'], 60_000)
  fc.assert(
    fc.property(allowances, starved, fc.integer({ min: 1, max: 590 }), (allowanceMs, plan, ranMs) => {
      const before: readonly Spell[] = [{ doing: 'runs', ms: ranMs }, ...plan]
      const [told] = toldOf([...before, { doing: 'is blocked', ms: 1 }], allowanceMs)
      t.true(present(told).atMs > lengthOf(before))
    }),
  )
})

test('a thread that beats between sleeps is never told of, whatever could be seen of it', t => {
  const sleeps = fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 10_000 }), sleeps, (allowanceMs, sleepsMs) => {
      const clock = sleepyClock()
      const scheduler = awakeTime(clock.real)
      const beats = createBeats()
      watch(beats, allowanceMs, () => t.fail(), { status: unseen, scheduler })
      for (const sleepMs of sleepsMs) {
        /* Half of the time is gone when it falls asleep, and of the other half a sleep counts for half a second. */
        clock.live((allowanceMs - 500) / 2)
        clock.sleep(sleepMs)
        clock.live(allowanceMs / 8)
        beat(beats)
      }
    }),
  )
  t.pass()
})

test('a thread that beats is never told of, and the watch can end', t => {
  fc.assert(
    fc.property(allowances, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }), (ms, pauses) => {
      const scheduler = new VirtualTimeScheduler()
      const beats = createBeats()
      const end = watch(beats, ms, () => t.fail(), { status: unseen, scheduler })
      let atMs = 0
      for (const pause of pauses) {
        /* Short of what is allowed: a look may come just before the beat. */
        atMs += (pause * ms * 5) / 6
        scheduler.schedule(() => beat(beats), atMs)
      }
      scheduler.schedule(end, atMs)
      scheduler.flush()
    }),
  )
  t.pass()
})

test('the lease is the longest of those that run, and none once they have ended', async t => {
  const time = fc.integer({ min: 1, max: 100_000 })
  await fc.assert(
    fc.asyncProperty(fc.array(time, { maxLength: 8 }), fc.scheduler(), async (leases, order) => {
      const beats = createBeats()
      const { blocking } = createLease(beats, new VirtualTimeScheduler(), () => t.fail())
      const running = new Set<number>()
      const check = () => t.is(Atomics.load(beats, 1), Math.max(0, ...[...running].map(index => nth(leases, index))))
      const all = leases.map(async (maxMs, index) => {
        running.add(index)
        await blocking(maxMs, async () => {
          await order.schedule(Promise.resolve())
          running.delete(index)
        })
      })
      check()
      while (order.count() > 0) {
        await order.waitNext(1)
        await tick()
        check()
      }
      await Promise.all(all)
      t.true(Atomics.load(beats, 0) >= leases.length * 2)
    }),
  )
})

test('work that does not settle in its time is told of, and what it throws is passed on', async t => {
  const scheduler = new VirtualTimeScheduler()
  const told: Error[] = []
  const { blocking } = createLease(createBeats(), scheduler, error => void told.push(error))
  await t.throwsAsync(
    blocking(10, () => Promise.reject(new TypeError('bad'))),
    { instanceOf: TypeError },
  )
  scheduler.flush()
  t.deepEqual(told, [])
  void blocking(250, () => new Promise(() => {}))
  scheduler.flush()
  t.deepEqual(
    told.map(({ name, message }) => [name, message]),
    [['HangError', 'work has not settled within 250 ms']],
  )
  for (const maxMs of [0, -1, Number.NaN, Infinity]) {
    await t.throwsAsync(
      blocking(maxMs, async () => {}),
      { instanceOf: RangeError, message: /maxMs must be in \(0, 2³¹\)/ },
    )
  }
})
