import test from 'ava'
import fc from 'fast-check'
import { lastValueFrom, of, throwError, toArray } from 'rxjs'
import { held } from '../../src/streams/held.ts'
import { pullMap } from '../../src/streams/pull-map.ts'

test('in any order of arrivals and of work done: each item once, begun in order, never too many, none taken that must wait', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(Infinity)),
      fc.integer({ min: 0, max: 12 }),
      async (scheduler, most, count) => {
        const taken: number[] = []
        const source = held<number>(item => void taken.push(item))
        const begun: number[] = []
        let [underWay, worst] = [0, 0]
        const work = async (item: number): Promise<number> => {
          begun.push(item)
          underWay += 1
          worst = Math.max(worst, underWay)
          t.is(taken.length, begun.length)
          await scheduler.schedule(Promise.resolve(), `work on ${item}`)
          underWay -= 1
          return item
        }
        const results = lastValueFrom(source.stream.pipe(pullMap(most, work), toArray()))
        const items = Array.from({ length: count }, (_, index) => index)
        const arriving = scheduler.scheduleSequence([
          ...items.map(item => ({ label: `item ${item}`, builder: async () => source.push(item) })),
          { label: 'end', builder: async () => source.end() },
        ])
        await scheduler.waitFor(Promise.all([results, arriving.task]))
        t.deepEqual(begun, items)
        t.deepEqual(
          [...(await results)].sort((a, b) => a - b),
          items,
        )
        t.true(worst <= most)
        if (most === 1) t.deepEqual(await results, items)
      },
    ),
  )
})

test('a source that is there all at once is taken item by item', async t => {
  const source = held<number>()
  for (const item of [1, 2, 3]) source.push(item)
  source.end()
  t.deepEqual(
    await lastValueFrom(
      source.stream.pipe(
        pullMap(1, async item => item * 2),
        toArray(),
      ),
    ),
    [2, 4, 6],
  )
})

test('an unsubscribed consumer takes no more from the source', async t => {
  const source = held<number>()
  const finished: (() => void)[] = []
  const work = (): Promise<void> => new Promise(resolve => finished.push(resolve))
  const subscription = source.stream.pipe(pullMap(2, work)).subscribe()
  for (const item of [1, 2, 3]) source.push(item)
  subscription.unsubscribe()
  finished.forEach(finish => finish())
  await new Promise(resolve => setImmediate(resolve))
  t.is(finished.length, 2)
  const left: number[] = []
  source.stream.subscribe(item => left.push(item))
  t.deepEqual(left, [3])
})

test('an error of the source, or of the work, is its own', async t => {
  const [bad, worse] = [new Error('source'), new Error('work')]
  await t.throwsAsync(lastValueFrom(throwError(() => bad).pipe(pullMap(1, async item => item))), { is: bad })
  await t.throwsAsync(lastValueFrom(of(1).pipe(pullMap(1, () => Promise.reject(worse)))), { is: worse })
})

test('the number at a time is checked', t => {
  t.throws(() => pullMap(0, async item => item), { instanceOf: RangeError, message: /limit must be .* got 0/ })
})
