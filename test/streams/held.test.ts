import test from 'ava'
import fc from 'fast-check'
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs'
import { held } from '../../src/streams/held.ts'

test('every item reaches one listener after another exactly once and in order', t => {
  const move = fc.oneof(fc.constant('push' as const), fc.nat(3))
  fc.assert(
    fc.property(fc.array(move), moves => {
      const { stream, push } = held<number>()
      const got: number[] = []
      let pushed = 0
      for (const step of moves) {
        if (step === 'push') push(pushed++)
        else
          stream
            .pipe(take(step))
            .subscribe(item => got.push(item))
            .unsubscribe()
        t.deepEqual(
          got,
          Array.from({ length: got.length }, (_, item) => item),
        )
      }
      t.true(got.length <= pushed)
      stream.subscribe(item => got.push(item))
      t.is(got.length, pushed)
    }),
  )
})

test('an item is taken only when it reaches a listener', async t => {
  const taken: number[] = []
  const { stream, push } = held<number>(item => taken.push(item))
  push(1)
  push(2)
  t.deepEqual(taken, [])
  t.is(await firstValueFrom(stream), 1)
  t.deepEqual(taken, [1])
})

test('a listener may push, and what it pushes comes after what waits', t => {
  const { stream, push, end } = held<number>()
  push(1)
  push(2)
  const got: number[] = []
  stream.subscribe(item => {
    got.push(item)
    if (item === 1) push(3)
  })
  end()
  t.deepEqual(got, [1, 2, 3])
})

test('it ends after what waits, also for those who come late; a failure reaches the listener', async t => {
  const { stream, push, end } = held<number>()
  const all = lastValueFrom(stream.pipe(toArray()))
  push(1)
  end()
  t.deepEqual(await all, [1])
  t.deepEqual(await lastValueFrom(stream.pipe(toArray())), [])
  const broken = held<number>()
  broken.fail(new Error('broken'))
  await t.throwsAsync(firstValueFrom(broken.stream), { message: 'broken' })
})

test('what comes while the gate is shut waits, also for the end, until it is told that the gate has opened', async t => {
  let open = false
  const got: number[] = []
  const { stream, push, resume, end } = held<number>(
    () => {},
    () => open,
  )
  const all = lastValueFrom(stream.pipe(toArray()))
  /* It shuts again after the first. */
  stream.subscribe(item => {
    got.push(item)
    open = false
  })
  push(1)
  push(2)
  end()
  t.deepEqual(got, [])
  open = true
  resume()
  t.deepEqual(got, [1])
  open = true
  resume()
  t.deepEqual(got, [1, 2])
  t.deepEqual(await all, [1, 2])
})

test('what waits at the end is for who listens next, and then it ends', async t => {
  const { stream, push, end } = held<number>()
  for (const item of [1, 2, 3]) push(item)
  t.is(await firstValueFrom(stream), 1)
  end()
  t.deepEqual(await lastValueFrom(stream.pipe(toArray())), [2, 3])
  t.deepEqual(await lastValueFrom(stream.pipe(toArray())), [])
})
