/** A thread that plays vector worlds on request, against the gpu actor's service. */
import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import vectorPlayer, { type VectorPlayerOut } from '../../actors/vector-player.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { plainPasses } from '../../src/engine/networks/plain-passes.ts'
import { trainableNetwork } from '../../src/engine/networks/trainable-network.ts'
import { createQueueClock } from '../../src/engine/queue/queue-times.ts'
import type { PlayRows, ToPlayer } from '../../src/contracts/messages/steps.ts'
import { sameData } from '../../src/contracts/same-data.ts'
import { endings } from '../../src/contracts/worlds/vector-world.ts'
import type { VectorRows } from '../../src/contracts/worlds/vector-rows.ts'
import { rootKey } from '../../src/math/random.ts'
import { tick } from '../../src/streams/tick.ts'
import { createStepService } from '../../src/vector/step-service.ts'
import { contextOf } from './exchange.ts'

const [inputs, outputs, length] = [5, 3, 7]
const source = {
  module: new URL('../fixtures/worlds/hashing.js', import.meta.url).href,
  options: { observationSize: inputs, actions: outputs, length },
}
const state = initialiseNetwork({ inputs, hidden: [4], outputs }, rootKey(4))
const request = (id: string, changes: Partial<PlayRows> = {}): PlayRows => ({
  ...{ kind: 'play-rows', to: 'player/0', from: 'trainer', id, network: 'policy', outputs, key: rootKey(9) },
  ...{ worlds: 5, steps: 16, temperature: 1, options: {}, ...changes },
})

/** Plays requests to their ends. @param maxRows handed over together. */
async function played(requests: readonly PlayRows[], maxRows: number): Promise<readonly VectorPlayerOut[]> {
  const service = createStepService({
    engine: { engine: 'tfjs', backend: 'cpu' },
    trained: new Map([['policy', trainableNetwork('policy', state, plainPasses(state.shape))]]),
    ...{ maxRows: 3, name: 'gpu', now: () => 0, queue: createQueueClock(), tally: () => {} },
  })
  const inbox = new Subject<ToPlayer>()
  let last = Promise.resolve()
  const replies: VectorPlayerOut[] = []
  vectorPlayer({ source, maxRows })(inbox, contextOf('player/0')).subscribe(message => {
    if (message.kind === 'rows-played' || message.kind === 'failed') return void replies.push(message)
    last = last.then(async () => {
      for (const answer of await service.answer([message]))
        if (answer.kind === 'decided' || answer.kind === 'failed') inbox.next(answer)
    })
  })
  for (const each of requests) inbox.next(each)
  while (replies.length < requests.length) await tick()
  return replies
}

const rowsIn = (replies: readonly VectorPlayerOut[]): readonly VectorRows[] =>
  replies.flatMap(reply => (reply.kind === 'rows-played' ? [reply.rows] : []))

test('each step begins where the one before led to, or anew after an ending', async t => {
  const [rows] = rowsIn(await played([request('a')], 2))
  if (rows === undefined) return t.fail()
  const { worlds, steps, observations, nextObservations, endings: ended } = rows
  const at = (numbers: Float32Array, row: number) => numbers.slice(row * inputs, (row + 1) * inputs)
  for (let world = 0; world < worlds; world += 1) {
    for (let step = 1; step < steps; step += 1) {
      const row = world * steps + step
      const continued = ended[row - 1] === endings.none
      t.is(sameData(at(observations, row), at(nextObservations, row - 1)), continued)
    }
  }
  t.true(ended.some(ending => ending !== endings.none))
})

test('options of a request are over those of the run, for that request alone', async t => {
  const requests = [request('a'), request('b', { options: { length: 3 } }), request('c')]
  const [own, short, again] = rowsIn(await played(requests, 512))
  const endsOf = (rows?: VectorRows) => Array.from(rows?.endings ?? []).filter(ending => ending !== endings.none).length
  t.is(endsOf(own), 5 * Math.floor(16 / 7))
  t.is(endsOf(short), 5 * Math.floor(16 / 3))
  t.deepEqual(again, own)
})

test('rows depend on their request alone: not on what is handed over together, nor on other requests', async t => {
  const [wanted, other] = rowsIn(await played([request('a'), request('b', { key: rootKey(10) })], 512))
  t.notDeepEqual(wanted, other)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.boolean(), async (maxRows, first) => {
      const both = [request('b', { key: rootKey(10) }), request('a')]
      const found = rowsIn(await played(first ? both.toReversed() : both, maxRows))
      t.deepEqual(first ? found : found.toReversed(), [wanted, other])
    }),
    { numRuns: 12 },
  )
})

test('a request that cannot be played fails, and the next one is played', async t => {
  const replies = await played([request('a', { network: 'critic' }), request('b', { outputs: 2 }), request('c')], 512)
  t.deepEqual(
    replies.map(({ kind, ...reply }) => [kind, 'id' in reply && reply.id]),
    [
      ['failed', 'a'],
      ['failed', 'b'],
      ['rows-played', 'c'],
    ],
  )
  t.like(replies[1], {
    failure: { kind: 'invalid', reason: 'outputs must be at least the 3 actions of hashing, got 2' },
  })
})
