import test from 'ava'
import fc from 'fast-check'
import { interval, type Subscription } from 'rxjs'
import { awakeTime } from '../../../src/runtime/waiting/awake-time.ts'
import { nth } from '../../../src/math/nth.ts'
import { sleepyClock, type Spell } from './sleepy-clock.ts'

const maxSleepMs = 500

const spells: fc.Arbitrary<readonly Spell[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('live' as const), fc.integer({ min: 1, max: 5_000 })),
    fc.tuple(fc.constant('sleep' as const), fc.integer({ min: 1, max: 300_000 })),
  ),
  { maxLength: 12 },
)
const delays = fc.integer({ min: 1, max: 120_000 })

test('what is due is done once it was awaited for so long awake, and a sleep counts for half a second at most', t => {
  fc.assert(
    fc.property(spells, delays, (plan, delayMs) => {
      const clock = sleepyClock()
      const done: number[] = []
      awakeTime(clock.real).schedule(() => done.push(clock.livedMs()), delayMs)
      for (const [doing, ms] of plan) clock[doing](ms)
      clock.live(delayMs)
      t.is(done.length, 1)
      const sleeps = plan.filter(([doing]) => doing === 'sleep').length
      t.true(nth(done, 0) <= delayMs, `${done[0]} of ${delayMs}`)
      t.true(nth(done, 0) >= delayMs - maxSleepMs * sleeps, `${done[0]} of ${delayMs}`)
    }),
  )
})

test('while something waits a sleep passes in half a second; else the clock goes with the other one', t => {
  fc.assert(
    fc.property(spells, fc.boolean(), (plan, isAwaited) => {
      const clock = sleepyClock()
      const scheduler = awakeTime(clock.real)
      const waiting = scheduler.schedule(() => {}, isAwaited ? 1e12 : 0)
      if (!isAwaited) waiting.unsubscribe()
      for (const [doing, ms] of plan) {
        const before = scheduler.now()
        clock[doing](ms)
        const passed = scheduler.now() - before
        t.is(passed, isAwaited && doing === 'sleep' ? Math.min(ms, maxSleepMs) : ms)
      }
    }),
  )
})

test('what was let go is not done, wherever it was let go', t => {
  const clock = sleepyClock()
  const scheduler = awakeTime(clock.real)
  let rounds = 0
  scheduler.schedule(() => t.fail(), 10_000).unsubscribe()
  const later = scheduler.schedule(() => t.fail(), 10_000)
  clock.live(9_000)
  later.unsubscribe()
  scheduler.schedule(function () {
    rounds += 1
    if (rounds === 3) this.unsubscribe()
    this.schedule(undefined, 1_000)
  }, 1_000)
  clock.live(60_000)
  t.is(rounds, 3)
})

test('it is a scheduler as others are: state is passed on, and intervals keep their pace', t => {
  const clock = sleepyClock()
  const scheduler = awakeTime(clock.real)
  const states: (number | undefined)[] = []
  scheduler.schedule<number>(
    function (state) {
      states.push(state)
      if (state !== undefined && state < 3) this.schedule(state + 1, 700)
    },
    700,
    1,
  )
  const at: number[] = []
  const ticking = interval(400, scheduler).subscribe(() => at.push(scheduler.now()))
  clock.live(2_100)
  ticking.unsubscribe()
  clock.live(10_000)
  t.deepEqual(states, [1, 2, 3])
  t.deepEqual(at, [400, 800, 1200, 1600, 2000])
})

test('of several that wait each is done when it is due, whatever is begun or let go meanwhile', t => {
  const even = fc.nat(3_000).map(half => 2 * half)
  const waits = fc.array(fc.record({ begunMs: even, delayMs: even, lifeMs: fc.option(even.map(ms => ms + 1)) }))
  fc.assert(
    fc.property(waits, plan => {
      const clock = sleepyClock()
      const scheduler = awakeTime(clock.real)
      const done: (readonly [at: number, index: number])[] = []
      const events = plan.flatMap(({ begunMs, delayMs, lifeMs }, index) => {
        let waiting: Subscription | undefined
        const begin = (): void => {
          waiting = scheduler.schedule(() => done.push([scheduler.now(), index]), delayMs)
        }
        const letGo = { atMs: begunMs + (lifeMs ?? 0), act: () => waiting?.unsubscribe() }
        return [{ atMs: begunMs, act: begin }, ...(lifeMs === null ? [] : [letGo])]
      })
      for (const { atMs, act } of events.toSorted((a, b) => a.atMs - b.atMs)) {
        clock.live(atMs - clock.livedMs())
        act()
      }
      clock.live(20_000)
      const due = plan.flatMap(({ begunMs, delayMs, lifeMs }, index) =>
        lifeMs !== null && lifeMs < delayMs ? [] : [[begunMs + delayMs, index] as const],
      )
      const inOrder = (list: readonly (readonly [number, number])[]) =>
        list.toSorted(([a, i], [b, j]) => a - b || i - j)
      t.deepEqual(inOrder(done), inOrder(due))
      t.deepEqual(
        done.map(([at]) => at),
        inOrder(due).map(([at]) => at),
      )
    }),
  )
})
