import test from 'ava'
import served from '../../actors/served.ts'
import type { SampleCall } from '../../src/contracts/messages/gpu.ts'
import { rootKey } from '../../src/math/random.ts'
import { virtualService } from '../fixtures/http/virtual-service.ts'
import { exchange } from './exchange.ts'

const routed = { to: 'served/reward-model', from: 'observer' } as const
const sample = (id: string): SampleCall => ({
  kind: 'sample',
  ...routed,
  id,
  model: 'rewardModel',
  request: {
    sequenceId: id,
    tokens: Int32Array.of(1),
    promptSuffix: new Int32Array(0),
    count: 1,
    appendToContext: false,
    maxTokens: 4,
    temperature: 1,
    topP: 1,
    stop: [9],
    key: rootKey(1),
  },
})
const model = {
  model: 'm',
  api: 'llama.cpp',
  keyVariable: 'KEY',
  maxConcurrent: 2,
  deadlineMs: 1000,
  schemas: true,
  parallelSampling: false,
  contextTokens: 512,
} as const

test('it loads, samples and forgets as the gpu actor does, and refuses to train', async t => {
  const {
    baseUrl: url,
    fetch,
    scheduler,
    until,
  } = await virtualService(t, (asked, { json }) =>
    asked.path === '/v1/models' ? json(200, {}) : json(200, { tokens: [5], stop_type: 'limit' }),
  )
  const actor = served({ served: { ...model, url } }, { fetch, scheduler, environment: {} })
  const out = await until(
    exchange(actor, 'served/reward-model', [
      { kind: 'load', ...routed, id: '1', model: 'rewardModel', reference: { kind: 'served' } },
      sample('a'),
      { kind: 'release', ...routed, model: 'rewardModel', sequenceIds: ['a'] },
      { kind: 'optim-step', ...routed, id: '2', model: 'rewardModel', options: {} as never },
      { ...sample('b'), request: {} as never },
    ]),
  )
  const byId = new Map(out.map(reply => ['id' in reply ? reply.id : '', reply]))
  t.is(out.length, 4)
  t.like(byId.get('1'), { kind: 'loaded', contextTokens: 512, durable: true, reproducible: false })
  t.like(byId.get('a'), { kind: 'sampled', to: 'observer', samples: [{ finish: 'length' }] })
  t.like(byId.get('2'), {
    kind: 'failed',
    failure: { kind: 'invalid', reason: `the server at ${url} only samples: it has no optim-step` },
  })
  t.like(byId.get('b'), {
    kind: 'failed',
    failure: { kind: 'invalid', reason: 'request.sequenceId must be a text, got undefined' },
  })
})

test('what a server does not give is invalid, with what it said', async t => {
  const {
    baseUrl: url,
    fetch,
    scheduler,
    until,
  } = await virtualService(t, (_, { json }) => json(400, { error: { message: 'exceed_context_size' } }))
  const actor = served({ served: { ...model, url } }, { fetch, scheduler, environment: {} })
  const [reply] = await until(exchange(actor, 'served/reward-model', [sample('a')]))
  t.is(reply?.kind, 'failed')
  if (reply?.kind === 'failed') t.regex(JSON.stringify(reply.failure), /"invalid".*answered 400.*exceed_context_size/)
})
