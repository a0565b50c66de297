import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import { awakeTime } from '../../../src/runtime/waiting/awake-time.ts'
import { countdown } from '../../../src/runtime/waiting/countdown.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { sleepyClock } from './sleepy-clock.ts'
import { lengthOf, lookOf, spells, spentMs, type Spell } from './simulated-thread.ts'

/** When it was over, if it was, of a thread that does this and then runs. */
function overAtMs(allowedMs: number, plan: readonly Spell[]): number | undefined {
  const scheduler = new VirtualTimeScheduler()
  const at: number[] = []
  const delivered = async (): Promise<void> => void at.push(scheduler.now())
  countdown(allowedMs, () => {}, { status: () => lookOf(plan, scheduler.now()), scheduler, delivered })
  scheduler.flush()
  return at[0]
}

const allowances = fc.integer({ min: 1, max: 20_000 })

test('it is over when a thread has had its time, not when the time is over', t => {
  fc.assert(
    fc.property(allowances, spells(['runs', 'waits for a processor']), (allowedMs, unended) => {
      const plan = [...unended, { doing: 'runs', ms: 1 } as const]
      const atMs = present(overAtMs(allowedMs, plan))
      t.true(spentMs(plan, atMs) >= allowedMs)
      t.true(spentMs(plan, atMs) <= allowedMs + 250)
    }),
  )
})

test('a thread that is blocked has its time as well', t => {
  fc.assert(
    fc.property(allowances, allowedMs => {
      t.is(overAtMs(allowedMs, [{ doing: 'is blocked', ms: 1 }]), allowedMs)
    }),
  )
})

test('starved, it has more than any time', t => {
  const starved = spells(['waits for a processor', 'is stopped'], 20_000)
  fc.assert(
    fc.property(allowances, starved, (allowedMs, plan) => {
      const atMs = present(overAtMs(allowedMs, [...plan, { doing: 'runs', ms: 1 }]))
      t.true(atMs >= lengthOf(plan) + allowedMs)
    }),
  )
})

test('where threads cannot be seen it is time awake that counts', t => {
  fc.assert(
    fc.property(allowances, fc.integer({ min: 1, max: 300_000 }), (allowedMs, sleepMs) => {
      const clock = sleepyClock()
      const at: number[] = []
      const delivered = async (): Promise<void> => void at.push(clock.livedMs())
      countdown(allowedMs, () => {}, { status: () => null, scheduler: awakeTime(clock.real), delivered })
      clock.live(allowedMs / 2)
      clock.sleep(sleepMs)
      clock.live(allowedMs)
      t.true(nth(at, 0) >= Math.max(allowedMs / 2, allowedMs - 500) && nth(at, 0) <= allowedMs)
    }),
  )
})

test('an answer that has come by the end of a sleep is heard before it is over', async t => {
  const scheduler = new VirtualTimeScheduler()
  let tell = (): void => {}
  const delivered = (): Promise<void> => new Promise(resolve => (tell = resolve))
  let over = 0
  const count = (): (() => void) => countdown(1_000, () => (over += 1), { status: () => null, scheduler, delivered })
  const answered = count()
  scheduler.flush()
  answered()
  tell()
  await Promise.resolve()
  t.is(over, 0)
  count()
  scheduler.flush()
  tell()
  await Promise.resolve()
  t.is(over, 1)
})
