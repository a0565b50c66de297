/** Whose turn it is: nothing is lost, nothing starves, and no write changes places with a read. */
import test from 'ava'
import fc from 'fast-check'
import { createDeviceQueue, type Batch } from '../../../src/engine/queue/queue.ts'
import type { DeviceCall } from '../../../src/contracts/messages/run.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { nth } from '../../../src/math/nth.ts'
import {
  getUsage,
  accumulate,
  deviceRequests,
  forward,
  load,
  ordered,
  release,
  sample,
  score,
  update,
} from '../device-requests.ts'

/** What arrives before each turn, and of how many pieces each call is, taken in the order in which they begin. */
const arrivals = fc.record({
  waves: fc.array(fc.array(deviceRequests, { maxLength: 6 }), { maxLength: 12 }),
  pieces: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
})

interface Played {
  readonly arrived: readonly DeviceCall[]
  /** Of the device, each a call or a piece of one. */
  readonly turns: readonly Batch[]
  /** Turns there were when each request arrived, and when its call was over. */
  readonly arrivedAt: ReadonlyMap<DeviceCall, number>
  readonly overAt: ReadonlyMap<DeviceCall, number>
  readonly piecesOf: ReadonlyMap<Batch, number>
}

function play({ waves, pieces }: { waves: readonly (readonly DeviceCall[])[]; pieces: readonly number[] }): Played {
  const queue = createDeviceQueue(4)
  const turns: Batch[] = []
  const left = new Map<Batch, number>()
  const piecesOf = new Map<Batch, number>()
  const arrivedAt = new Map<DeviceCall, number>()
  const overAt = new Map<DeviceCall, number>()
  const arrive = (request: DeviceCall): void => {
    arrivedAt.set(request, turns.length)
    queue.push(request, 0)
  }
  for (let wave = 0; wave < waves.length || queue.size() > 0; wave += 1) {
    waves[wave]?.forEach(arrive)
    const turn = queue.next()
    if (turn === null || turn.kind === 'get-usage') continue
    turns.push(turn)
    if (!piecesOf.has(turn)) piecesOf.set(turn, nth(pieces, piecesOf.size % pieces.length))
    left.set(turn, (left.get(turn) ?? lookUp(piecesOf, turn)) - 1)
    if (lookUp(left, turn) > 0) continue
    queue.finish(turn)
    for (const { request } of turn.requests) overAt.set(request, turns.length)
  }
  return { arrived: waves.flat(), turns, arrivedAt, overAt, piecesOf }
}

test('every request is answered once', t => {
  fc.assert(
    fc.property(arrivals, drawn => {
      const { arrived, piecesOf } = play(drawn)
      const answered = [...piecesOf.keys()].flatMap(({ requests }) => requests.map(({ request }) => request))
      t.is(answered.length, arrived.length)
      t.true(arrived.every(request => answered.includes(request)))
    }),
  )
})

test('while anything waits, somebody has a turn', t => {
  fc.assert(
    fc.property(fc.array(deviceRequests, { minLength: 1, maxLength: 20 }), drawn => {
      const queue = createDeviceQueue(3)
      for (const request of drawn) queue.push(request, 0)
      while (queue.size() > 0) {
        const turn = queue.next()
        if (turn?.kind !== 'call') return t.fail(`${queue.size()} wait`)
        queue.finish(turn)
      }
      t.is(queue.next(), null)
    }),
  )
})

test('a request is answered within L (q + 1) turns of its arrival, whatever arrives after it', t => {
  fc.assert(
    fc.property(arrivals, drawn => {
      const { arrived, arrivedAt, overAt, piecesOf } = play(drawn)
      const most = Math.max(...drawn.pieces)
      const queues = 2 * new Set(arrived.map(({ model }) => model)).size
      arrived.forEach((request, place) => {
        const since = lookUp(arrivedAt, request)
        const before = arrived
          .slice(0, place)
          .filter(other => other.model === request.model && lookUp(overAt, other) > since).length
        t.true(lookUp(overAt, request) - since <= queues * (before + 1) * most)
      })
      t.true(piecesOf.size <= arrived.length)
    }),
  )
})

test('no write changes places with a read, nothing with what came before it in its context, no gradient with another', t => {
  fc.assert(
    fc.property(arrivals, drawn => {
      const { arrived, turns, overAt } = play(drawn)
      const begunAt = new Map<DeviceCall, number>()
      turns.forEach(({ requests }, turn) => {
        for (const { request } of requests) if (!begunAt.has(request)) begunAt.set(request, turn)
      })
      arrived.forEach((first, place) => {
        for (const second of arrived.slice(place + 1))
          if (ordered(first, second))
            t.true(lookUp(overAt, first) <= lookUp(begunAt, second), `${first.kind}, ${second.kind}`)
      })
    }),
  )
})

test('a call is one verb of one model, with no context twice and no more than fit', t => {
  fc.assert(
    fc.property(arrivals, drawn => {
      for (const { requests } of play(drawn).turns) {
        const calls = requests.map(({ request }) => request)
        t.true(calls.length >= 1 && calls.length <= 4)
        t.is(new Set(calls.map(({ kind, model }) => `${kind} ${model}`)).size, 1)
        const sequenceIds = calls.flatMap(call => (call.kind === 'sample' ? [call.request.sequenceId] : []))
        t.is(new Set(sequenceIds).size, sequenceIds.length)
        t.true(calls.length === 1 || ['sample', 'release', 'forward'].includes(nth(calls, 0).kind))
      }
    }),
  )
})

test('samples go together, and the end of one context does not part the others', t => {
  const asked = [
    sample('policy', 'a'),
    sample('reward-model', 'a'),
    release('policy', ['a']),
    sample('policy', 'b'),
    sample('policy', 'a'),
  ]
  const [a, rewardModel, gone, b, again] = asked
  t.deepEqual(order(asked), [[a, b], [rewardModel], [gone], [again]])
})

test('rows for a network go together up to the next gradient or update', t => {
  const asked = [forward('critic'), forward('critic'), forward('policy'), update('critic'), forward('critic')]
  const [a, b, other, change, later] = asked
  t.deepEqual(order(asked), [[a, b], [other], [change], [later]])
})

test('samples go on while their model is trained, but not past an update', t => {
  const asked = [
    accumulate('policy'),
    sample('policy', 'a'),
    update('policy'),
    sample('policy', 'b'),
    score('reward-model'),
  ]
  const [gradient, before, change, after, other] = asked
  t.deepEqual(order(asked), [[gradient], [before], [other], [change], [after]])
})

test('a call that pauses lets every other model have a turn before it goes on', t => {
  const queue = createDeviceQueue(8)
  const [long, other, own, late] = [accumulate('policy'), score('third'), sample('policy', 'a'), score('policy')]
  for (const request of [long, other, own, late]) queue.push(request, 0)
  const begun = Array.from({ length: 4 }, () => {
    const turn = queue.next()
    if (turn?.kind !== 'call') return null
    const [{ request } = { request: null }] = turn.requests
    if (request !== long) queue.finish(turn)
    return request
  })
  t.deepEqual(begun, [long, other, own, long])
})

test('an getUsage waits for what was asked before it, and nothing waits for it', t => {
  const queue = createDeviceQueue(8)
  const asked = getUsage('1')
  for (const request of [load('policy'), asked, score('policy')]) queue.push(request, 5)
  const first = queue.next()
  t.true(first?.kind === 'call')
  t.is(queue.next(), first)
  if (first?.kind === 'call') queue.finish(first)
  t.deepEqual(queue.next(), { kind: 'get-usage', request: asked })
  t.is(queue.next()?.kind, 'call')
  t.is(queue.size(), 1)
})

test('it knows since when its oldest request has waited, and forgets it with the call', t => {
  const queue = createDeviceQueue(8)
  t.is(queue.since(), Infinity)
  queue.push(sample('policy', 'a'), 7)
  queue.push(score('third'), 5)
  t.is(queue.since(), 5)
  for (const left of [5, Infinity]) {
    const turn = queue.next()
    if (turn?.kind === 'call') queue.finish(turn)
    t.is(queue.since(), left)
  }
})

/** The calls that answer what waits at once. */
function order(requests: readonly DeviceCall[]): readonly (readonly DeviceCall[])[] {
  const queue = createDeviceQueue(8)
  for (const request of requests) queue.push(request, 0)
  const calls: (readonly DeviceCall[])[] = []
  for (let turn = queue.next(); turn?.kind === 'call'; turn = queue.next()) {
    calls.push(turn.requests.map(({ request }) => request))
    queue.finish(turn)
  }
  return calls
}
