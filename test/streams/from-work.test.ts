import test from 'ava'
import { lastValueFrom, toArray } from 'rxjs'
import { fromWork } from '../../src/streams/from-work.ts'

test('subscribing starts the work, each time anew, and tells what it tells', async t => {
  let begun = 0
  const stream = fromWork<number>(async emit => {
    begun += 1
    for (const value of [1, 2]) emit(await Promise.resolve(value))
  })
  t.is(begun, 0)
  t.deepEqual(await lastValueFrom(stream.pipe(toArray())), [1, 2])
  t.deepEqual(await lastValueFrom(stream.pipe(toArray())), [1, 2])
  t.is(begun, 2)
})

test('what the work throws is the error of the stream', async t => {
  const stream = fromWork(() => Promise.reject(new RangeError('no such world')))
  await t.throwsAsync(lastValueFrom(stream), { instanceOf: RangeError, message: 'no such world' })
})

test('unsubscribing tells the work to end, and nothing that it does then is heard', async t => {
  const heard: string[] = []
  const ended = new Promise<void>(resolve => {
    const subscription = fromWork<string>(async (emit, unsubscribed) => {
      emit('begun')
      await new Promise(go => unsubscribed.addEventListener('abort', go))
      emit('more')
      resolve()
      throw new Error('lost')
    }).subscribe(text => {
      heard.push(text)
      queueMicrotask(() => subscription.unsubscribe())
    })
  })
  await ended
  t.deepEqual(heard, ['begun'])
})
