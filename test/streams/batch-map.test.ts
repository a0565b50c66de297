import test from 'ava'
import fc from 'fast-check'
import { EMPTY, firstValueFrom, from, lastValueFrom, Subject, throwError, toArray } from 'rxjs'
import { MessageChannel } from 'node:worker_threads'
import { batchMap } from '../../src/streams/batch-map.ts'

const double = (item: number): number => item * 2

test('every item is answered once, in order, in batches within the limit, one at a time', async t => {
  const inputs = fc.record({ limit: fc.integer({ min: 1, max: 5 }), items: fc.array(fc.nat(), { maxLength: 40 }) })
  await fc.assert(
    fc.asyncProperty(inputs, fc.scheduler(), async ({ limit, items }, scheduler) => {
      let working = 0
      const sizes: number[] = []
      const gather = (): Promise<void> => scheduler.schedule(Promise.resolve(), 'gather')
      const work = async (batch: readonly number[]): Promise<number[]> => {
        t.is((working += 1), 1)
        sizes.push(batch.length)
        await scheduler.schedule(Promise.resolve(), 'work')
        working -= 1
        return batch.map(double)
      }
      const source = new Subject<number>()
      const results = lastValueFrom(source.pipe(batchMap(limit, work, { gather }), toArray()))
      const { task } = scheduler.scheduleSequence([
        ...items.map((item, index) => ({ label: `item ${index}`, builder: async () => source.next(item) })),
        { label: 'end', builder: async () => source.complete() },
      ])
      await scheduler.waitFor(Promise.all([task, results]))
      t.deepEqual(await results, items.map(double))
      t.true(sizes.every(size => size >= 1 && size <= limit))
    }),
  )
})

test('what arrives while it works is the next batch', async t => {
  const source = new Subject<number>()
  const batches: (readonly number[])[] = []
  const work = async (batch: readonly number[]): Promise<readonly number[]> => {
    batches.push(batch)
    if (batches.length === 1) for (const item of [2, 3, 4]) source.next(item)
    if (batches.length === 2) source.complete()
    return batch
  }
  const results = lastValueFrom(source.pipe(batchMap(8, work), toArray()))
  source.next(1)
  t.deepEqual(await results, [1, 2, 3, 4])
  t.deepEqual(batches, [[1], [2, 3, 4]])
})

test('what reached the thread while work blocked it is one batch, from whatever port', async t => {
  const channels = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
  const source = new Subject<number>()
  for (const { port1 } of channels) port1.on('message', (item: number) => source.next(item))
  const batches: (readonly number[])[] = []
  const work = async (batch: readonly number[]): Promise<readonly number[]> => {
    batches.push(batch.toSorted())
    if (batches.length === 1) for (const [index, { port2 }] of channels.entries()) port2.postMessage(index + 1)
    if (batches.length === 2) source.complete()
    return batch
  }
  const results = lastValueFrom(source.pipe(batchMap(8, work), toArray()))
  source.next(0)
  source.next(9)
  await results
  for (const { port1 } of channels) port1.close()
  t.deepEqual(batches, [
    [0, 9],
    [1, 2, 3],
  ])
})

test('an empty source ends; an error on either side ends the stream with it', async t => {
  const work = async (batch: readonly number[]): Promise<readonly number[]> => batch
  t.deepEqual(await firstValueFrom(EMPTY.pipe(batchMap(1, work), toArray())), [])
  await t.throwsAsync(lastValueFrom(throwError(() => new Error('source')).pipe(batchMap(1, async () => []))), {
    message: 'source',
  })
  await t.throwsAsync(lastValueFrom(from([1]).pipe(batchMap(1, () => Promise.reject(new Error('work'))))), {
    message: 'work',
  })
})

test('no work begins for a subscriber that has left', async t => {
  const source = new Subject<number>()
  const subscription = source.pipe(batchMap(1, async () => t.fail())).subscribe()
  source.next(1)
  subscription.unsubscribe()
  await new Promise(resolve => setImmediate(resolve))
  t.false(source.observed)
})

test('more than the bound waiting is an error; limit and bound are checked', async t => {
  const endless = batchMap<number, number>(1, () => new Promise(() => {}), { bound: 3 })
  await t.throwsAsync(lastValueFrom(from([1, 2, 3, 4, 5]).pipe(endless)), {
    instanceOf: RangeError,
    message: /more than 3/,
  })
  t.throws(() => batchMap(0, async () => []), { instanceOf: RangeError, message: /limit.*got 0/ })
  t.throws(() => batchMap(1, async () => [], { bound: 0.5 }), { instanceOf: RangeError, message: /bound.*got 0.5/ })
})
