import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import { beat, createBeats, createLease } from '../../../src/runtime/thread/lease.ts'
import { watch } from '../../../src/runtime/thread/watch.ts'
import { turn } from '../../../src/streams/turn.ts'

const allowances = fc.integer({ min: 600, max: 10_000 })

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
      watch(beats, allowanceMs, allowedMs => told.push([scheduler.now(), allowedMs]), scheduler)
      scheduler.flush()
      const [[atMs, allowedMs] = [0, 0]] = told
      const lastMs = beatsUntilMs - (beatsUntilMs % (allowanceMs / 16))
      t.is(told.length, 1)
      t.is(allowedMs, Math.max(allowanceMs, leaseMs))
      t.true(atMs - lastMs >= allowedMs - 1e-6)
      t.true(atMs - lastMs <= allowedMs + allowanceMs / 3 + 1)
    }),
  )
})

test('a thread that beats is never told of, and the watch can end', t => {
  fc.assert(
    fc.property(allowances, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }), (ms, pauses) => {
      const scheduler = new VirtualTimeScheduler()
      const beats = createBeats()
      const end = watch(beats, ms, () => t.fail(), scheduler)
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
      const check = () => t.is(Atomics.load(beats, 1), Math.max(0, ...[...running].map(index => leases[index]!)))
      const all = leases.map(async (mostMs, index) => {
        running.add(index)
        await blocking(mostMs, async () => {
          await order.schedule(Promise.resolve())
          running.delete(index)
        })
      })
      check()
      while (order.count() > 0) {
        await order.waitNext(1)
        await turn()
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
  for (const mostMs of [0, -1, Number.NaN, Infinity]) {
    await t.throwsAsync(
      blocking(mostMs, async () => {}),
      { instanceOf: RangeError, message: /mostMs must be in \(0, 2³¹\)/ },
    )
  }
})
