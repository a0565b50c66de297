/** What of faults of machines can be tried on one: how they are drawn, delayed and told. */
import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler, from, concatMap, timer, map } from 'rxjs'
import { delayed } from './delayed.ts'
import { drawFaults, faultKinds } from './draw-faults.ts'
import { toldAfter, workerIn } from './told.ts'

const drawn = fc.record({
  seed: fc.nat(),
  faults: fc.nat(60),
  places: fc.integer({ min: 1, max: 8 }),
  iterations: fc.integer({ min: 1, max: 50 }),
})

test('faults of machines are a function of the seed, each of a place and an iteration, and each kind is as frequent', t => {
  fc.assert(
    fc.property(drawn, options => {
      const faults = drawFaults(options)
      t.deepEqual(drawFaults(options), faults)
      t.is(faults.length, options.faults)
      for (const { place, iteration, afterMs } of faults) {
        t.true(place >= 0 && place < options.places)
        t.true(iteration >= 1 && iteration <= options.iterations)
        t.true(Number.isInteger(afterMs) && afterMs >= 0 && afterMs < 12_000)
      }
      const counts = faultKinds.map(kind => faults.filter(fault => fault.kind === kind).length)
      t.true(Math.max(...counts) - Math.min(...counts) <= 1)
    }),
  )
})

const chunk = fc.record({ afterMs: fc.nat(100), delayMs: fc.constantFrom(0, 0, 1, 50) })

test('a delay that changes keeps every byte and the order, and holds none for longer than those before it', t => {
  fc.assert(
    fc.property(fc.array(chunk), chunks => {
      const scheduler = new VirtualTimeScheduler()
      let delayMs = 0
      const due: number[] = []
      const seen: (readonly [number, number])[] = []
      from(chunks.entries())
        .pipe(
          concatMap(([index, { afterMs, delayMs: next }]) =>
            timer(afterMs, scheduler).pipe(
              map(() => {
                delayMs = next
                due.push(Math.max(scheduler.now() + next, due.at(-1) ?? 0))
                return index
              }),
            ),
          ),
          delayed(() => delayMs, scheduler),
        )
        .subscribe(index => seen.push([index, scheduler.now()]))
      scheduler.flush()
      t.deepEqual(
        seen,
        due.map((atMs, index) => [index, atMs] as const),
      )
    }),
  )
})

test('a fault is told when the last of its workers is named, and needs not be where nothing was lost', t => {
  const deaths = [
    { worker: 'a', atMs: 900 },
    { worker: 'a', atMs: 11_000 },
    { worker: 'b', atMs: 12_000 },
  ]
  const fault = { kind: 'broker', atMs: 1_000 } as const
  t.is(toldAfter({ ...fault, workers: ['a', 'b'] }, deaths, 90_000), 11_000)
  t.is(toldAfter({ ...fault, workers: ['a'] }, deaths, 90_000), 10_000)
  t.is(toldAfter({ ...fault, workers: [] }, deaths, 90_000), null)
  t.is(toldAfter({ ...fault, workers: ['c'] }, deaths, 90_000), 'untold')
  t.is(toldAfter({ ...fault, workers: ['c'] }, deaths, 15_000), null)
  t.is(workerIn('worker w0-1: no sign of life for 10 s'), 'w0-1')
  t.is(workerIn('mortal'), null)
})
