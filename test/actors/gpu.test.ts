import { join } from 'node:path'
import test from 'ava'
import gpu from '../../actors/gpu.ts'
import type { ToGpu } from '../../src/contracts/messages/run.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { rootKey } from '../../src/math/random.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { forward, getUsage, load, routed, sample, score, snapshot, update } from '../engine/device-requests.ts'
import { usualOptions } from '../engine/tinker/served-device.ts'
import { servedModels } from '../fixtures/http/served-models.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig, usualUpdate } from '../laws/device/device-cases.ts'
import { exchange } from './exchange.ts'

const crossEntropy = { kind: 'cross-entropy' } as const

test('a request that is refused takes no other with it', async t => {
  const long = sample('policy', 'long')
  const asked = [sample('policy', 'a'), long, sample('policy', 'b')].map((request, index) => ({
    ...request,
    id: String(index),
    ...(request === long ? { request: { ...long.request, tokens: new Int32Array(500) } } : {}),
  }))
  const replies = await exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
    { ...load('policy'), id: 'load' },
    ...asked,
  ])
  t.deepEqual(
    replies.map(reply => [reply.kind, 'id' in reply ? reply.id : null]),
    [
      ['loaded', 'load'],
      ['sampled', '0'],
      ['failed', '1'],
      ['sampled', '2'],
    ],
  )
})

test('an getUsage is of what was used since the last one', async t => {
  const replies = await exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
    load('policy'),
    score('policy'),
    sample('policy', 'a'),
    sample('policy', 'b'),
    score('policy'),
    getUsage('first'),
    score('policy'),
    getUsage('second'),
    getUsage('third'),
  ])
  const accounts = replies.flatMap(reply => (reply.kind === 'usage' ? [reply] : []))
  t.deepEqual(
    accounts.map(({ id, uses }) => [id, ...uses.map(use => [use.verb, use.calls, use.requests, use.tokens])]),
    [
      ['first', ['load', 1, 1, 0], ['sample', 1, 2, 4], ['logprobs', 2, 2, 4]],
      ['second', ['logprobs', 1, 1, 2]],
      ['third'],
    ],
  )
})

test('a long call lets another model and its own have their turns, and what it gives is what it gives alone', async t => {
  const examples = [1, 2, 3].map(first => ({
    sequence: { tokens: Int32Array.of(first, 4, 5) },
    spans: [{ start: 1, end: 3, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }],
  }))
  const long: ToGpu = {
    ...routed,
    kind: 'forward-backward',
    id: 'long',
    model: 'policy',
    examples,
    objective: crossEntropy,
  }
  const exchanged = async (others: readonly ToGpu[]) =>
    exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
      load('policy'),
      load('third'),
      long,
      ...others,
      { ...update('policy'), id: 'updated' },
      { ...snapshot('policy'), id: 'copied' },
    ])
  const replies = await exchanged([score('third'), sample('policy', 'a')])
  t.deepEqual(
    replies.map(({ kind }) => kind),
    ['loaded', 'loaded', 'sampled', 'logprobs-done', 'forward-backward-done', 'optim-step-done', 'snapshot-done'],
  )
  t.deepEqual(
    replies.filter(({ kind }) => kind !== 'logprobs-done' && kind !== 'sampled'),
    await exchanged([]),
  )
})

test('numbers that ran out of bounds are a failure that names the model and the tensor', async t => {
  const wild = { ...update('policy'), id: 'wild', options: { ...usualUpdate, learningRate: 1e300 } }
  const span = { start: 1, end: 3, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
  const examples = [{ sequence: { tokens: Int32Array.of(1, 4, 5) }, spans: [span] }]
  const replies = await exchange(await gpu({ engine: { engine: 'tfjs', backend: 'cpu' } }), 'gpu', [
    load('policy'),
    { ...routed, kind: 'forward-backward', id: '', model: 'policy', examples, objective: crossEntropy },
    wild,
  ])
  t.like(replies[2], { kind: 'failed', id: 'wild', failure: { kind: 'not-finite', model: 'policy' } })
})

test('beside models on a service, networks are here, and asked in their order', async t => {
  const base = join(await temporaryFolder(t), 'base')
  await saveModel(base, livelyModel(smallConfig, 1))
  const { url } = await servedModels(t, { models: { base }, key: null })
  const backward = { ...routed, kind: 'backward', id: '', model: 'critic' } as const
  const rows = new Float32Array(2)
  const replies = await exchange(await gpu({ engine: { engine: 'tinker', ...usualOptions, url } }), 'gpu', [
    { ...load('policy'), reference: { kind: 'folder', path: base } },
    sample('policy', 'a'),
    {
      ...load('critic'),
      reference: { kind: 'network', state: initialiseNetwork({ inputs: 2, hidden: [3], outputs: 1 }, rootKey(1)) },
    },
    forward('critic'),
    { ...backward, rows, outputGradients: Float32Array.of(1) },
    update('critic'),
    forward('critic'),
  ])
  t.deepEqual(replies.map(({ kind }) => kind).sort(), [
    ...['backward-done', 'forward-done', 'forward-done', 'loaded', 'loaded', 'optim-step-done', 'sampled'],
  ])
  const [before, after] = replies.flatMap(reply => (reply.kind === 'forward-done' ? [reply.outputs] : []))
  t.notDeepEqual(before, after)
})
