/** Whatever is asked wrongly of the gpu actor is refused by name, and what comes after it is answered. */
import test from 'ava'
import gpu from '../../actors/gpu.ts'
import type { DeviceOptions } from '../../src/engine/open-device.ts'
import type { DeviceCall } from '../../src/contracts/messages/run.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'
import { greedy, livelyModel, objectives, smallConfig, usualUpdate, vocabulary } from '../laws/device/device-cases.ts'
import { exchange } from './exchange.ts'

const routed = { to: 'gpu', from: 'trainer', model: 'policy' } as const
const state = livelyModel(smallConfig, 1)
const tokens = Int32Array.of(1, 2, 3)
const asked = greedy('episode', tokens)
const span = { start: 1, end: 3, advantage: 1, oldLogprobs: Float32Array.of(-3, -3), weight: 1 }
const example = { sequence: { tokens }, spans: [span] }
const [, clipped] = objectives

const accumulate: DeviceCall = {
  ...routed,
  kind: 'forward-backward',
  id: 'good',
  examples: [example],
  objective: present(clipped),
}
/** A call of each verb that can be answered, and how it can be wrong. */
const verbs: readonly (readonly [good: DeviceCall, ...wrong: (readonly [DeviceCall, RegExp])[]])[] = [
  [
    { ...routed, kind: 'sample', id: 'good', request: asked },
    [{ ...routed, kind: 'sample', id: 'wrong', model: 'nobody', request: asked }, /nobody/],
    [
      { ...routed, kind: 'sample', id: 'wrong', request: { ...asked, sequenceId: 'a', temperature: NaN } },
      /temperature must be in \[0, ∞\), got NaN/,
    ],
    [
      { ...routed, kind: 'sample', id: 'wrong', request: { ...asked, sequenceId: 'a', maxTokens: 200 } },
      /max_position_embeddings, 96, got 203/,
    ],
  ],
  [
    { ...routed, kind: 'logprobs', id: 'good', sequences: [{ tokens }] },
    [{ ...routed, kind: 'logprobs', id: 'wrong', model: 'nobody', sequences: [{ tokens }] }, /nobody/],
    [{ ...routed, kind: 'logprobs', id: 'wrong', sequences: [] }, /sequences must not be empty/],
    [
      { ...routed, kind: 'logprobs', id: 'wrong', sequences: [{ tokens: Int32Array.of(vocabulary) }] },
      /token id must be in \[0, 23\), got 23/,
    ],
  ],
  [
    accumulate,
    [
      { ...routed, kind: 'forward-backward', id: 'wrong', examples: [], objective: present(clipped) },
      /examples must not be empty/,
    ],
    [
      {
        ...routed,
        kind: 'forward-backward',
        id: 'wrong',
        examples: [{ ...example, spans: [{ ...span, advantage: NaN }] }],
        objective: present(clipped),
      },
      /advantage must be finite, got NaN/,
    ],
  ],
  [
    { ...routed, kind: 'optim-step', id: 'good', options: usualUpdate },
    [{ ...routed, kind: 'optim-step', id: 'wrong', model: 'nobody', options: usualUpdate }, /nobody/],
    [
      { ...routed, kind: 'optim-step', id: 'wrong', options: { ...usualUpdate, learningRate: -1 } },
      /learningRate must be in \[0, ∞\), got -1/,
    ],
  ],
  [
    { ...routed, kind: 'snapshot', id: 'good' },
    [{ ...routed, kind: 'snapshot', id: 'wrong', model: 'nobody' }, /nobody/],
  ],
  [
    { ...routed, kind: 'load', id: 'good', reference: { kind: 'memory', state } },
    [
      {
        ...routed,
        kind: 'load',
        id: 'wrong',
        reference: { kind: 'memory', state: { ...state, config: { ...smallConfig, vocab_size: 24 } } },
      },
      /model\.embed_tokens\.weight must be \[24, 16\], got \[23, 16\]/,
    ],
  ],
]

const load: DeviceCall = { ...routed, kind: 'load', id: 'first', reference: { kind: 'memory', state } }
const engines = [
  { engine: 'onnx', threads: 1 },
  { engine: 'tfjs', backend: 'cpu' },
] as const

for (const engine of engines) {
  test(`${engine.engine}: wrong calls of every verb are refused with their values, and the next one is answered`, async t => {
    const calls: DeviceCall[] = [load]
    for (const [good, ...wrong] of verbs)
      for (const [call] of wrong) calls.push(call, ...(good.kind === 'optim-step' ? [accumulate, good] : [good]))
    const asked = calls.map((call, index) => ({ ...call, id: String(index) }))
    const given = await exchange(await gpu({ engine }), 'gpu', asked)
    t.is(given.length, calls.length)
    /* Calls of one model are answered in another order than they are asked in, where it makes no difference. */
    const replies = asked.map(({ id }) =>
      nth(
        given.filter(reply => 'id' in reply && reply.id === id),
        0,
      ),
    )
    const reasons = verbs.flatMap(([, ...wrong]) => wrong.map(([, reason]) => reason))
    const refused = replies.filter(reply => reply.kind === 'failed')
    t.deepEqual(
      replies.map(({ kind }) => kind === 'failed'),
      calls.map(call => 'id' in call && call.id === 'wrong'),
    )
    t.is(refused.length, reasons.length)
    refused.forEach(({ failure }, index) => {
      t.is(failure.kind, 'invalid')
      t.regex(failure.kind === 'invalid' ? failure.reason : '', nth(reasons, index))
    })
  })
}

test('an unknown engine, provider or backend is refused by name at the start', async t => {
  for (const [wrong, message] of [
    ['{ "engine": "torch" }', /engine must be 'onnx' or 'tfjs', got 'torch'/],
    [
      '{ "engine": "onnx", "threads": 1, "provider": "vulkan" }',
      /provider must be one of cpu, webgpu, cuda, got vulkan/,
    ],
    ['{ "engine": "onnx", "threads": 0 }', /threads must be a positive integer, got 0/],
    ['{ "engine": "tfjs", "backend": "webgl" }', /backend must be one of .*, got 'webgl'/],
  ] as const) {
    await t.throwsAsync(async () => gpu({ engine: JSON.parse(wrong) as DeviceOptions }), {
      instanceOf: RangeError,
      message,
    })
  }
})

/** Requests as a program may send them that no compiler has checked. */
const malformed: readonly (readonly [request: object, reason: string])[] = [
  [{ kind: 'dance' }, "kind must be a verb of the gpu actor, got 'dance'"],
  [{ kind: 'sample' }, 'request must be an object, got undefined'],
  [{ kind: 'sample', request: { ...asked, tokens: [1, 2] } }, 'request.tokens must be an Int32Array, got a list'],
  [{ kind: 'logprobs' }, 'sequences must be a list, got undefined'],
  [{ kind: 'logprobs', sequences: [{ tokens }, null] }, 'sequences[1] must be an object, got null'],
  [{ kind: 'logprobs', model: 7, sequences: [{ tokens }] }, 'model must be a text, got 7'],
  [
    {
      kind: 'forward-backward',
      objective: clipped,
      examples: [{ ...example, spans: [{ ...span, oldLogprobs: tokens }] }],
    },
    'examples[0].spans[0].oldLogprobs must be a Float32Array, got an object of another kind',
  ],
  [
    { kind: 'forward-backward', objective: { kind: 'hinge' }, examples: [example] },
    "objective.kind must be one of clipped, cross-entropy, linear, module, got 'hinge'",
  ],
  [
    { kind: 'forward-backward', objective: { kind: 'clipped', clipLow: 0.2 }, examples: [example] },
    "the objective clipped takes no 'clipLow'; did you mean clip? (clip, klWeight)",
  ],
  [{ kind: 'optim-step', options: 0.1 }, 'options must be an object, got 0.1'],
  [{ kind: 'load' }, 'reference must be an object, got undefined'],
  [
    { kind: 'load', reference: { kind: 'url' } },
    "reference.kind must be one of folder, memory, network, remote, served, got 'url'",
  ],
  [{ kind: 'load', reference: { kind: 'folder' } }, 'reference.path must be a text, got undefined'],
  [{ kind: 'load', reference: { kind: 'memory' } }, 'reference.state must be an object, got undefined'],
  [{ kind: 'save' }, 'folder must be a text, got undefined'],
  [{ kind: 'save', folder: 'f', tokenizer: 1 }, 'tokenizer must be a text, got 1'],
  [{ kind: 'save', folder: 'f', optimiser: 'no' }, "optimiser must be true or false, got 'no'"],
]

test('a request that is none is refused by the field that is wrong, and the next one is answered', async t => {
  const requests = malformed.map(([request], index) => ({ ...routed, id: `wrong ${index}`, ...request }) as DeviceCall)
  const score: DeviceCall = { ...routed, kind: 'logprobs', id: 'good', sequences: [{ tokens }] }
  const replies = await exchange(await gpu({ engine: engines[1] }), 'gpu', [load, ...requests, score])
  t.is(replies.length, malformed.length + 2)
  const byId = new Map(replies.flatMap(reply => ('id' in reply ? [[reply.id, reply] as const] : [])))
  malformed.forEach(([, reason], index) =>
    t.like(byId.get(`wrong ${index}`), { kind: 'failed', failure: { kind: 'invalid', reason } }),
  )
  t.is(byId.get('good')?.kind, 'logprobs-done')
})

test('a release of an unknown model is passed over: nobody waits for it', async t => {
  const release: DeviceCall = { ...routed, kind: 'release', model: 'nobody', sequenceIds: ['a'] }
  const replies = await exchange(await gpu({ engine: engines[1] }), 'gpu', [release, load])
  t.deepEqual(
    replies.map(({ kind }) => kind),
    ['loaded'],
  )
})

test('a request that comes twice is answered twice, by its id, and alike', async t => {
  const score: DeviceCall = { ...routed, kind: 'logprobs', id: 'twice', sequences: [{ tokens }] }
  const [, first, second] = await exchange(await gpu({ engine: engines[1] }), 'gpu', [load, score, score])
  t.is(first?.kind, 'logprobs-done')
  t.deepEqual(second, first)
})
