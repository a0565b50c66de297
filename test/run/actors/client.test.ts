import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { addresses } from '../../../src/contracts/addresses.ts'
import { adapterName } from '../../../src/curriculum/messages.ts'
import { NonFiniteError } from '../../../src/engine/semantics/non-finite-error.ts'
import type { Failure } from '../../../src/contracts/failure.ts'
import type { DeviceCall } from '../../../src/contracts/messages/gpu.ts'
import { createOnce } from '../../../src/engine/queue/once.ts'
import type { ToTrainer } from '../../../src/contracts/messages/calls.ts'
import { awakeTime } from '../../../src/runtime/waiting/awake-time.ts'
import { createClient, type ClientOptions } from '../../../src/run/actors/client.ts'
import { createRoster } from '../../../src/runtime/supervision/roster.ts'
import { lastOf } from '../../../src/math/last-of.ts'
import { nth } from '../../../src/math/nth.ts'
import { endpointOf, type Logged } from './usual-actors.ts'
import { sleepyClock } from '../../runtime/waiting/sleepy-clock.ts'
import { memoryOf, usualTraits } from './stage.ts'

const routed = { to: addresses.trainer, from: addresses.gpu } as const
const snapshot = { kind: 'snapshot', to: addresses.gpu, model: 'policy' } as const

/** A client, and the ids of what it asks. */
function stage(options: ClientOptions = {}) {
  const inbox = new Subject<ToTrainer>()
  const asked: string[] = []
  const sent: Logged[] = []
  const send = (message: Logged) => {
    sent.push(message)
    if ('id' in message) asked.push(message.id)
  }
  const roster = createRoster()
  const client = createClient(endpointOf({ inbox, send }, roster), options)
  const returns = async (actor: string) => {
    const ready = roster.replaced(actor)
    await client.restore(actor)
    ready()
  }
  return { inbox, asked, sent, client, roster, returns }
}

test('each call gets the reply to it, in whatever order replies come', async t => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async order => {
      const { inbox, asked, client } = stage()
      const calls = order.map(() =>
        client.call({ kind: 'logprobs', to: addresses.gpu, model: 'policy', sequences: [] }),
      )
      for (const index of order)
        inbox.next({ ...routed, kind: 'logprobs-done', id: nth(asked, index), logprobs: [Float32Array.of(index)] })
      const replies = await Promise.all(calls)
      t.deepEqual(
        replies.map(({ logprobs }) => nth(logprobs, 0)[0]),
        [0, 1, 2, 3],
      )
    }),
    { numRuns: 24 },
  )
})

test('a refusal is a RangeError, any other failure a FailedError, and both say why', async t => {
  const fail = (failure: Failure) => {
    const { inbox, asked, client } = stage()
    const call = client.call(snapshot)
    inbox.next({ ...routed, kind: 'failed', id: nth(asked, 0), failure })
    return call
  }
  await t.throwsAsync(fail({ kind: 'invalid', reason: 'no such model' }), {
    instanceOf: RangeError,
    message: 'no such model',
  })
  const overflow = await t.throwsAsync(
    fail({ kind: 'not-finite', model: 'policy', tensors: ['the loss'], reason: 'the loss is not finite' }),
    { instanceOf: NonFiniteError },
  )
  t.like(overflow, { model: 'policy', tensors: ['the loss'], message: 'model policy: the loss is not finite' })
  const crash = await t.throwsAsync(fail({ kind: 'crashed', actor: 'gpu', reason: 'NaN loss', stack: '' }))
  t.deepEqual([crash?.name, crash?.message], ['FailedError', 'gpu crashed: NaN loss'])
  await t.throwsAsync(fail({ kind: 'stopped', actor: 'gpu' }), { message: 'gpu was stopped' })
})

test('a call has a deadline, and its reply comes too late after it', async t => {
  const { inbox, asked, client } = stage({ deadlineMs: 5 })
  await t.throwsAsync(client.call(snapshot), { message: 'gpu has not answered snapshot within 5 ms' })
  inbox.next({ ...routed, kind: 'loaded', id: nth(asked, 0), ...usualTraits })
  t.pass()
})

test('what is slept through counts for no deadline', async t => {
  const { real, live, sleep } = sleepyClock()
  const { inbox, asked, client } = stage({ scheduler: awakeTime(real) })
  const first = client.call(snapshot)
  const second = client.call(snapshot)
  live(60_000)
  sleep(300_000)
  live(59_000)
  inbox.next({ ...routed, kind: 'snapshot-done', id: nth(asked, 0), model: 'policy', reference: memoryOf([1]) })
  t.deepEqual((await first).reference, memoryOf([1]))
  live(1_000)
  await t.throwsAsync(second, { message: 'gpu has not answered snapshot within 120000 ms' })
})

test('a call that is said to go on has its whole time again, and no other', async t => {
  const { real, live } = sleepyClock()
  const { inbox, asked, client } = stage({ scheduler: awakeTime(real) })
  const [long, other] = [client.call(snapshot), client.call(snapshot)]
  for (let times = 0; times < 3; times += 1) {
    live(100_000)
    inbox.next({ ...routed, kind: 'continued', id: nth(asked, 0) })
  }
  await t.throwsAsync(other, { message: 'gpu has not answered snapshot within 120000 ms' })
  live(119_000)
  inbox.next({ ...routed, kind: 'snapshot-done', id: nth(asked, 0), model: 'policy', reference: memoryOf([1]) })
  t.deepEqual((await long).reference, memoryOf([1]))
  inbox.next({ ...routed, kind: 'continued', id: nth(asked, 0) })
})

test('closing rejects what waits and what is asked later', async t => {
  const { client } = stage()
  const calls = [client.call(snapshot), client.call(snapshot)]
  client.close()
  for (const call of [...calls, client.call(snapshot)])
    await t.throwsAsync(call, { message: 'the client of the actors is closed' })
})

test('the first reason for giving up is the one that is told', async t => {
  const { inbox, client } = stage()
  const call = client.call(snapshot)
  client.fail(new Error('gpu died'))
  inbox.complete()
  await t.throwsAsync(call, { message: 'gpu died' })
  await t.throwsAsync(client.call(snapshot), { message: 'gpu died' })
})

test('the end of the actors rejects what waits', async t => {
  const { inbox, client } = stage()
  const call = client.call(snapshot)
  inbox.complete()
  await t.throwsAsync(call, { message: 'the actors have stopped' })
})

test('a call that cannot be sent is rejected at once', async t => {
  const send = () => {
    throw new RangeError('no such address')
  }
  await t.throwsAsync(createClient(endpointOf({ inbox: new Subject(), send }), { deadlineMs: 5 }).call(snapshot), {
    message: 'no such address',
  })
})

const accumulate = {
  kind: 'forward-backward',
  to: addresses.gpu,
  model: 'policy',
  examples: [],
  objective: { kind: 'cross-entropy' },
} as const
const sums = { spans: 0, tokens: 0, loss: 0, weight: 0, kl: 0, clipped: 0, entropy: 0, read: 0, padding: 0 }

test('the next actor is sent what changed the one before and what is still asked, under the same ids', async t => {
  const { inbox, asked, client, roster, returns } = stage()
  const first = client.call(accumulate)
  inbox.next({ ...routed, kind: 'forward-backward-done', id: nth(asked, 0), sums })
  await first
  const second = client.call(snapshot)
  roster.died(addresses.gpu)
  const third = client.call(snapshot)
  t.deepEqual(asked, ['call/1', 'call/2'], 'nothing is sent to nobody')
  const restored = returns(addresses.gpu)
  t.deepEqual(asked.slice(2), ['call/1', 'call/2', 'call/3', 'call/4'])
  inbox.next({ ...routed, kind: 'forward-backward-done', id: 'call/1', sums })
  for (const id of ['call/2', 'call/3'])
    inbox.next({ ...routed, kind: 'failed', id, failure: { kind: 'invalid', reason: id } })
  await t.throwsAsync(second, { message: 'call/2' })
  await t.throwsAsync(third, { message: 'call/3' })
  inbox.next({ ...routed, kind: 'usage', id: 'call/4', uses: [], wallMs: 0, busyMs: 0, idleMs: 0 })
  await restored
})

const to = addresses.environments
const tests = { kind: 'run-tests', to, task: null, programs: ['n'], tests: ['0 -> 0'] } as const
const tried = (from: string, id: string): ToTrainer => ({
  kind: 'tests-run',
  to: addresses.trainer,
  from,
  id,
  passes: [[true]],
})
const [zeroth, first] = [addresses.environment(0), addresses.environment(1)]

test('tests go to the thread with the fewest, and from one that died to one that lives, until they are answered', async t => {
  const { inbox, sent, client, roster, returns } = stage()
  const calls = [client.call(tests), client.call(tests), client.call(tests)]
  const routes = () => sent.map(message => `${'id' in message ? message.id : ''} ${message.to}`)
  t.deepEqual(routes(), [`call/1 ${zeroth}`, `call/2 ${first}`, `call/3 ${zeroth}`])
  inbox.next(tried(first, 'call/2'))
  roster.died(zeroth)
  t.deepEqual(routes().slice(3), [`call/1 ${first}`, `call/3 ${first}`])
  inbox.next(tried(first, 'call/3'))
  roster.died(first)
  t.is(sent.length, 5, 'nobody lives')
  await returns(zeroth)
  t.deepEqual(routes().slice(5), [`call/1 ${zeroth}`])
  t.deepEqual(sent[5], sent[0])
  inbox.next(tried(zeroth, 'call/1'))
  for (const { passes } of await Promise.all(calls)) t.deepEqual(passes, [[true]])
  for (const actor of [zeroth, first]) {
    roster.died(actor)
    await returns(actor)
  }
  t.is(sent.length, 6, 'what was answered is asked no more')
})

test('an answer of the thread that had the tests before is as good as that of the one that has them now', async t => {
  const { inbox, sent, client, roster } = stage()
  const call = client.call(tests)
  roster.died(zeroth)
  inbox.next(tried(zeroth, 'call/1'))
  t.deepEqual((await call).passes, [[true]])
  roster.died(first)
  t.is(sent.length, 2, 'and nobody is asked again')
})

test('the deadline of tests begins anew with each thread that is given them, and names it', async t => {
  const { real, live } = sleepyClock()
  const { client, roster, returns } = stage({ scheduler: awakeTime(real) })
  const call = client.call(tests)
  live(100_000)
  roster.died(zeroth)
  live(100_000)
  roster.died(first)
  live(100_000)
  await returns(first)
  live(120_000)
  await t.throwsAsync(call, { message: 'environment/1 has not answered run-tests within 120000 ms' })
})

test('a thread that answers one of its tests has the whole deadline for the next', async t => {
  const { real, live } = sleepyClock()
  const { inbox, sent, client } = stage({ scheduler: awakeTime(real) })
  const calls = Array.from({ length: 6 }, () => client.call(tests))
  const queue = sent.filter(message => message.to === zeroth).map(message => ('id' in message ? message.id : ''))
  t.deepEqual(queue, ['call/1', 'call/3', 'call/5'])
  for (const id of ['call/2', 'call/4', 'call/6']) inbox.next(tried(first, id))
  for (const id of ['call/1', 'call/3']) {
    live(100_000)
    inbox.next(tried(zeroth, id))
  }
  await Promise.all(calls.filter((_, index) => index !== 4))
  live(120_000)
  await t.throwsAsync(nth(calls, 4), { message: 'environment/0 has not answered run-tests within 120000 ms' })
})

test('a message that no record names is refused, and so is an actor without a record', async t => {
  const { client } = stage()
  await t.throwsAsync(client.call({ ...snapshot, to: adapterName }), {
    instanceOf: RangeError,
    message: 'the recovery record of adapter names no message of kind snapshot',
  })
  await t.throwsAsync(client.call({ ...snapshot, to: 'nobody' }), {
    message: 'to must be one of gpu, policy, observer, adapter, environment/0, environment/1, got nobody',
  })
})

test('a reply that comes twice is taken once', async t => {
  const { inbox, asked, client } = stage()
  const call = client.call(accumulate)
  for (const loss of [1, 2])
    inbox.next({ ...routed, kind: 'forward-backward-done', id: nth(asked, 0), sums: { ...sums, loss } })
  t.is((await call).sums.loss, 1)
})

test('a model that is trained for long is asked for its state now and then, so that the log stays short', async t => {
  const { inbox, sent, client, roster, returns } = stage()
  const options = { learningRate: 1, clipNorm: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 }
  for (let step = 0; step < 200; step += 1) {
    const update = client.call({ kind: 'optim-step', to: addresses.gpu, model: 'policy', options })
    const asked = lastOf(sent)
    if (asked.kind === 'optim-step')
      inbox.next({ ...routed, kind: 'optim-step-done', id: asked.id, updated: { step, gradientNorm: 0 } })
    await update
    const next = lastOf(sent)
    if (next.kind === 'snapshot')
      inbox.next({ ...routed, kind: 'snapshot-done', id: next.id, model: 'policy', reference: memoryOf([step]) })
  }
  const before = sent.length
  roster.died(addresses.gpu)
  returns(addresses.gpu).catch(() => {})
  t.true(sent.length - before < 70, `${sent.length - before} messages`)
  client.close()
})

test('a service that outlives its link, and hears every request twice, applies each training call once', async t => {
  const { inbox, sent, client } = stage()
  const once = createOnce()
  const applied: string[] = []
  const serve = (call: DeviceCall): void => {
    const known = once.known(call, addresses.gpu)
    if (known !== null || !('id' in call)) return known === null ? undefined : inbox.next(known)
    if (call.kind === 'forward-backward' || call.kind === 'optim-step')
      applied.push(`${call.kind} ${call.model} ${call.seq}`)
    const back = { ...routed, id: call.id }
    const sums = { spans: 1, tokens: 1, loss: 0, weight: 1, kl: 0, clipped: 0, entropy: 0, read: 1, padding: 0 }
    const reply: ToTrainer =
      call.kind === 'forward-backward'
        ? { kind: 'forward-backward-done', ...back, sums }
        : { kind: 'optim-step-done', ...back, updated: { step: applied.length, gradientNorm: 1 } }
    once.answered(call, reply)
    inbox.next(reply)
  }
  const options = { learningRate: 1, clipNorm: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 }
  const to = addresses.gpu
  for (const model of ['a', 'b', 'a']) {
    const objective = { kind: 'cross-entropy' } as const
    const calls = [
      client.call({ kind: 'forward-backward', to, model, examples: [], objective }),
      client.call({ kind: 'optim-step', to, model, options }),
    ]
    /* The link breaks before the replies are through, and everything is sent once more. */
    for (const message of [...sent, ...sent].filter(({ kind }) => kind !== 'run-tests')) serve(message as DeviceCall)
    await Promise.all(calls)
  }
  t.deepEqual(applied, [
    'forward-backward a 1',
    'optim-step a 2',
    'forward-backward b 1',
    'optim-step b 2',
    'forward-backward a 3',
    'optim-step a 4',
  ])
})
