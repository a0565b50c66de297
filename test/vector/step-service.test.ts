import test from 'ava'
import { createQueueClock } from '../../src/engine/queue/queue-times.ts'
import { createStepService } from '../../src/vector/step-service.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'
import type { Attach, Decide, LoadNetwork } from '../../src/contracts/messages/steps.ts'

const to = 'gpu'
const opened = (maxRows = 4) =>
  createStepService({
    engine: { engine: 'tfjs', backend: 'cpu' },
    maxRows,
    name: to,
    now: () => 100,
    queue: createQueueClock(),
    tally: () => {},
  })
const load = (inputs: number): LoadNetwork => ({
  kind: 'load-network',
  to,
  from: 'trainer',
  id: 'l',
  network: 'n',
  source: { kind: 'none', inputs, outputs: 2 },
})
const attach = (from: string, buffer: string): Attach => {
  const { shared } = createWorldBuffer({ worlds: 6, observationSize: 3, outputs: 2 })
  return { kind: 'attach', to, from, buffer, network: 'n', shared }
}
const decide = (from: string, buffer: string, part = 0): Decide => {
  const rows = { from: part * 3, to: part * 3 + 3 }
  return { kind: 'decide', to, from, buffer, part, turn: 8, rows, askedAt: 97 }
}

test('parts of several threads are answered in as few runs as there can be, and all of it is measured', async t => {
  const service = opened()
  const asked = [decide('w/0', 'a'), decide('w/1', 'b', 1), decide('w/0', 'a', 1)]
  const replies = await service.answer([load(3), attach('w/0', 'a'), attach('w/1', 'b'), ...asked])
  t.deepEqual(replies.slice(1), [
    { kind: 'decided', to: 'w/0', from: to, buffer: 'a', part: 0, turn: 8 },
    { kind: 'decided', to: 'w/1', from: to, buffer: 'b', part: 1, turn: 8 },
    { kind: 'decided', to: 'w/0', from: to, buffer: 'a', part: 1, turn: 8 },
  ])
  const measure = { kind: 'measure', to, from: 'trainer', id: 'm' } as const
  const [measured] = await service.answer([measure])
  t.like(measured, { kind: 'measured', id: 'm', at: 100, calls: 3, rows: 9 })
  t.true(
    measured?.kind === 'measured' && measured.queue.requests === 3 && Math.abs(measured.queue.medianMs! - 3) < 0.05,
  )
  const none = { requests: 0, meanMs: null, medianMs: null, p95Ms: null, maxMs: null }
  t.like((await service.answer([measure]))[0], { calls: 0, rows: 0, ms: 0, queue: none })
})

test('a buffer that is not attached, or not any more, has no answer', async t => {
  const service = opened()
  await service.answer([load(3), attach('w/0', 'old'), attach('w/0', 'new')])
  const replies = await service.answer([decide('w/0', 'old'), decide('w/0', 'never'), decide('w/0', 'new')])
  t.deepEqual(
    replies.map(reply => reply.kind === 'decided' && reply.buffer),
    ['new'],
  )
})

test('a network that is not there, or does not fit the buffer, fails the request and says why', async t => {
  const early = await opened().answer([attach('w/0', 'a'), decide('w/0', 'a')])
  t.like(early[0], {
    kind: 'failed',
    to: 'w/0',
    failure: { kind: 'invalid', reason: 'no network is named n; none has been loaded' },
  })
  const misfit = await opened().answer([load(5), attach('w/0', 'a'), decide('w/0', 'a')])
  const reason = 'the network n takes 5 numbers and gives 2, got a buffer of 3 and 2'
  t.like(misfit[1], { kind: 'failed', failure: { kind: 'invalid', reason } })
})

test('a network that cannot be is refused, and the number of rows checked', async t => {
  const state = { shape: { inputs: 1, outputs: 0 }, weights: {} }
  const replies = await opened().answer([{ ...load(1), source: { kind: 'feed-forward', state } }])
  t.like(replies[0], { kind: 'failed', id: 'l', failure: { reason: 'outputs must be a positive integer, got 0' } })
  t.throws(() => opened(0), { instanceOf: RangeError, message: 'maxRows must be a positive integer, got 0' })
})
