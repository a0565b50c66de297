import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { addresses } from '../../../src/addresses.ts'
import type { Failure } from '../../../src/failure.ts'
import type { ToAdapter, ToEnvironment, ToGpu, ToTrainer } from '../../../src/protocol.ts'
import { createClient } from '../../../src/training/loop/client.ts'

const routed = { to: addresses.trainer, from: addresses.gpu } as const
const save = { kind: 'save', to: addresses.gpu, model: 'policy' } as const

/** A client, and the ids of what it asks. */
function stage(deadlineMs?: number) {
  const inbox = new Subject<ToTrainer>()
  const asked: string[] = []
  const send = (message: ToEnvironment | ToGpu | ToAdapter) => {
    if ('id' in message) asked.push(message.id)
  }
  return { inbox, asked, client: createClient({ inbox, send }, deadlineMs) }
}

test('each call gets the reply to it, in whatever order replies come', async t => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async order => {
      const { inbox, asked, client } = stage()
      const calls = order.map(() => client.call({ kind: 'score', to: addresses.gpu, model: 'policy', sequences: [] }))
      for (const index of order)
        inbox.next({ ...routed, kind: 'scored', id: asked[index]!, logprobs: [Float32Array.of(index)] })
      const replies = await Promise.all(calls)
      t.deepEqual(
        replies.map(({ logprobs }) => logprobs[0]![0]),
        [0, 1, 2, 3],
      )
    }),
    { numRuns: 24 },
  )
})

test('a refusal is a RangeError, any other failure an Error, and both say why', async t => {
  const fail = (failure: Failure) => {
    const { inbox, asked, client } = stage()
    const call = client.call(save)
    inbox.next({ ...routed, kind: 'failed', id: asked[0]!, failure })
    return call
  }
  await t.throwsAsync(fail({ kind: 'invalid', reason: 'no such model' }), {
    instanceOf: RangeError,
    message: 'no such model',
  })
  const crash = await t.throwsAsync(fail({ kind: 'crashed', actor: 'gpu', reason: 'NaN loss', stack: '' }))
  t.deepEqual([crash?.name, crash?.message], ['Error', 'gpu crashed: NaN loss'])
  await t.throwsAsync(fail({ kind: 'stopped', actor: 'gpu' }), { message: 'gpu was stopped' })
})

test('a call has a deadline, and its reply comes too late after it', async t => {
  const { inbox, asked, client } = stage(5)
  await t.throwsAsync(client.call(save), { message: 'gpu has not answered save within 5 ms' })
  inbox.next({ ...routed, kind: 'loaded', id: asked[0]! })
  t.pass()
})

test('closing rejects what waits and what is asked later', async t => {
  const { client } = stage()
  const calls = [client.call(save), client.call(save)]
  client.close()
  for (const call of [...calls, client.call(save)]) await t.throwsAsync(call, { message: 'the client is closed' })
})

test('the first reason for giving up is the one that is told', async t => {
  const { inbox, client } = stage()
  const call = client.call(save)
  client.fail(new Error('gpu died'))
  inbox.complete()
  await t.throwsAsync(call, { message: 'gpu died' })
  await t.throwsAsync(client.call(save), { message: 'gpu died' })
})

test('the end of the actors rejects what waits', async t => {
  const { inbox, client } = stage()
  const call = client.call(save)
  inbox.complete()
  await t.throwsAsync(call, { message: 'the actors have stopped' })
})

test('a call that cannot be sent is rejected at once', async t => {
  const send = () => {
    throw new RangeError('no such address')
  }
  await t.throwsAsync(createClient({ inbox: new Subject(), send }, 5).call(save), { message: 'no such address' })
})
