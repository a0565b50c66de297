import test from 'ava'
import fc from 'fast-check'
import { EMPTY, firstValueFrom, lastValueFrom, of, Subject, throwError, toArray } from 'rxjs'
import { inBatches, type InBatchesOptions, type Unfinished } from '../../../src/engine/queue/in-batches.ts'
import type { DeviceCall, ToGpu } from '../../../src/contracts/messages/run.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { nth } from '../../../src/math/nth.ts'
import { getUsage, accumulate, deviceRequests, sample, snapshot, score } from '../device-requests.ts'

/** Each request answered by itself, in so many pieces. */
const options = (pieces: (request: DeviceCall) => number, changes: Partial<InBatchesOptions<ToGpu>> = {}) =>
  ({
    maxRequests: 4,
    askedAt: () => 0,
    work: async ({ requests }, pause) => {
      const calls = requests.map(({ request }) => request)
      for (let piece = 1; piece < pieces(nth(calls, 0)); piece += 1) await pause()
      return calls
    },
    around: (_batch, _since, piece) => piece(),
    usage: request => request,
    gather: () => Promise.resolve(),
    ...changes,
  }) satisfies InBatchesOptions<ToGpu>

test('everything is answered once, however calls pause, and one works at a time', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deviceRequests, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
      async (drawn, sizes) => {
        let working = 0
        const around: InBatchesOptions<ToGpu>['around'] = async (_batch, _since, piece) => {
          working += 1
          t.is(working, 1)
          await piece()
          working -= 1
        }
        const batches = inBatches(
          options((request: DeviceCall) => nth(sizes, drawn.indexOf(request) % sizes.length), { around }),
        )
        const replies = await lastValueFrom(of(...drawn).pipe(batches, toArray()), { defaultValue: [] })
        t.is(replies.length, drawn.length)
        t.true(new Set<ToGpu>([...replies, ...drawn]).size === drawn.length)
      },
    ),
  )
})

test('a reply leaves when its own call is over, and what arrives meanwhile has the next batch', async t => {
  const asked = new Subject<ToGpu>()
  const [long, other] = [accumulate('policy'), score('third')]
  let begun = false
  const done = lastValueFrom(
    asked.pipe(
      inBatches(
        options(request => (request === long ? 3 : 1), {
          around: async (batch, _since, piece) => {
            await piece()
            if (!begun && batch.requests[0]?.request === long) asked.next(other)
            begun = true
          },
        }),
      ),
      toArray(),
    ),
  )
  asked.next(long)
  asked.next(getUsage('1'))
  await new Promise(setImmediate)
  asked.complete()
  t.deepEqual(
    (await done).map(({ kind }) => kind),
    ['logprobs', 'forward-backward', 'get-usage'],
  )
})

test('it is told how many requests wait, and since when the oldest does', async t => {
  const told: Unfinished[] = []
  const asked: readonly (readonly [ToGpu, number])[] = [
    [snapshot('policy'), 3],
    [sample('policy', 'a'), 2],
    [getUsage(''), 9],
  ]
  const at = new Map(asked)
  const batches = inBatches(
    options(() => 1, {
      askedAt: request => lookUp(at, request),
      around: (_batch, unfinished, piece) => {
        told.push(unfinished)
        return piece()
      },
      usage: (request, unfinished) => {
        told.push(unfinished)
        return request
      },
    }),
  )
  await lastValueFrom(of(...at.keys()).pipe(batches, toArray()))
  t.deepEqual(told, [
    { count: 3, since: 2 },
    { count: 2, since: 2 },
    { count: 0, since: Infinity },
  ])
})

test('a call that takes long pauses though nobody waits, and is said to go on', async t => {
  const ms = fc.integer({ min: 1, max: 50 })
  await fc.assert(
    fc.asyncProperty(fc.array(ms, { minLength: 1 }), ms, async (parts, longMs) => {
      let time = 0
      let longest = 0
      const times = [0]
      const around: InBatchesOptions<ToGpu>['around'] = async (_batch, _since, piece) => {
        const begun = time
        await piece()
        longest = Math.max(longest, time - begun)
      }
      const work: InBatchesOptions<ToGpu>['work'] = async ({ requests }, pause) => {
        for (const part of parts) {
          await Promise.resolve()
          time += part
          if (pause.isWanted?.() === true) await pause()
        }
        return requests.map(({ request }) => request)
      }
      const changes = { around, work, longMs, now: () => time, goesOn: () => [getUsage('on')] }
      const replies = of(accumulate('policy')).pipe(inBatches(options(() => 1, changes)))
      await replies.forEach(() => times.push(time))
      const bound = longMs + Math.max(...parts)
      t.true(longest < bound)
      t.true(times.every((at, index) => at - nth(times, Math.max(0, index - 1)) < bound))
    }),
  )
})

test('no requests are no replies; an error of the source or the work is one of the stream, and so is too much', async t => {
  const failing = options(() => 1, { work: () => Promise.reject(new Error('work')) })
  t.deepEqual(await firstValueFrom(EMPTY.pipe(inBatches(failing), toArray())), [])
  await t.throwsAsync(lastValueFrom(throwError(() => new Error('source')).pipe(inBatches(failing), toArray())), {
    message: 'source',
  })
  await t.throwsAsync(lastValueFrom(of(snapshot('policy')).pipe(inBatches(failing), toArray())), { message: 'work' })
  const bounded = inBatches(options(() => 1, { bound: 2 }))
  await t.throwsAsync(lastValueFrom(of(snapshot('a'), snapshot('b'), snapshot('c')).pipe(bounded, toArray())), {
    instanceOf: RangeError,
    message: /more than 2 requests wait/,
  })
})
