/** The two actors that read and write text: the policy and the reward model. */
import test from 'ava'
import policy from '../../actors/policy.ts'
import observer from '../../actors/observer.ts'
import { samplesOf } from '../../src/contracts/episode.ts'
import { protocolOf } from '../../src/reward/kinds/protocols.ts'
import { verdicts } from '../../src/reward/verdicts/verdict-text.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { actionTokens, openingTokens, promptTokens, stepTokens } from '../../src/model/renderers/word-renderer.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import type { Failed, Observed, Sampled, Stepped } from '../../src/contracts/messages/run.ts'
import { nth } from '../../src/math/nth.ts'
import colours from '../fixtures/worlds/colours.ts'
import { exchange } from './exchange.ts'

const json = buildTokenizerJson(colours().language, Object.values(verdicts))
const tokenizer = loadTokenizer(json)
const sampling = { model: 'm', temperature: 0.8, topP: 0.9, maxTokens: 4, key: rootKey(1) }
const failed = (id: string): Failed => ({
  kind: 'failed',
  to: '',
  from: 'gpu',
  id,
  failure: { kind: 'invalid', reason: 'the context is full' },
})
const sampled = (id: string, ...texts: readonly string[]): Sampled => {
  const samples = texts.map(text => {
    const tokens = actionTokens(tokenizer, text)
    return { tokens, logprobs: new Float32Array(tokens.length).fill(-1), finish: 'stop' as const, version: 7 }
  })
  return { kind: 'sampled', to: '', from: 'gpu', id, samples }
}

const observed = (id: string, step: number): Observed => ({
  kind: 'observed',
  agent: 'policy',
  to: 'policy',
  from: 'environment/1',
  id,
  step,
  observation: 'name a colour like red',
  sampling,
})

test('the policy reads, asks the gpu with a key of its own for each step, and gives the action with its tokens', async t => {
  const out = await exchange(policy({ tokenizers: { m: json } }), 'policy', [
    observed('a', 0),
    observed('a', 1),
    sampled('a#1', 'red'),
  ])
  const context = promptTokens(tokenizer, 'name a colour like red')
  const asked = {
    sequenceId: 'a',
    tokens: context,
    count: 1,
    appendToContext: true,
    maxTokens: 4,
    temperature: 0.8,
    topP: 0.9,
  }
  t.like(out[0], { kind: 'sample', to: 'gpu', model: 'm', request: { ...asked, key: derive(rootKey(1), 0) } })
  t.like(out[1], { request: { key: derive(rootKey(1), 1), stop: [tokenizer.id('<end>')] } })
  const tokens = actionTokens(tokenizer, 'red')
  t.like(out[2], { kind: 'acted', to: 'environment/1', id: 'a', action: 'red', context, tokens, version: 7 })
})

test('the policy passes a failure on to who asked, and forgets an episode that is over', async t => {
  const closed = { kind: 'closed', to: 'policy', from: 'environment/1', id: 'a', reader: 'policy', model: 'm' } as const
  const out = await exchange(policy({ tokenizers: { m: json } }), 'policy', [
    observed('a', 0),
    failed('a#0'),
    failed('a#0'),
    closed,
  ])
  t.is(out.length, 3)
  t.like(out[1], { kind: 'failed', to: 'environment/1', from: 'policy', id: 'a' })
  t.like(out[2], { kind: 'release', to: 'gpu', model: 'm', sequenceIds: ['a'] })
})

const stepped = (step: number, last: boolean): Stepped => ({
  kind: 'stepped',
  to: 'observer',
  from: 'environment/1',
  id: 'a',
  step,
  opening: step === 0 ? 'name a colour like red' : '',
  action: 'red',
  observation: 'yes',
  last,
  observer: 'rewardModel',
  observing: { ...sampling, samplesPerStep: 2, protocol: 'verdicts' },
})

test('the reward model reads a step, asks for m samples after its promptSuffix, and reads votes from what they say', async t => {
  const votes = sampled('rewardModel:a#0', 'it fits verdict: 1', 'it does not')
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [stepped(0, false), votes])
  const context = stepTokens(tokenizer, stepped(0, false))
  const promptSuffix = Int32Array.of(tokenizer.id('<vote>'))
  t.like(out[0], {
    kind: 'sample',
    request: { sequenceId: 'rewardModel:a', tokens: context, promptSuffix, count: 2, appendToContext: false },
  })
  t.like(out[1], {
    kind: 'noted',
    to: 'trainer',
    id: 'a',
    step: 0,
    note: {
      context,
      promptSuffix,
      verdicts: [
        { value: 1, reason: 'it fits', version: 7 },
        { value: 0, reason: 'it does not', version: 7 },
      ],
    },
  })
  t.is(out.length, 2)
})

test('after the last step the context is forgotten, whether the votes came or not', async t => {
  for (const reply of [sampled('rewardModel:a#1', 'verdict: -1', 'verdict: 1'), failed('rewardModel:a#1')]) {
    const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [stepped(1, true), reply, reply])
    t.deepEqual(
      out.map(({ kind, to }) => [kind, to]),
      [
        ['sample', 'gpu'],
        ['noted', 'trainer'],
        ['release', 'gpu'],
      ],
    )
    t.like(out[1], { note: { kind: reply.kind === 'failed' ? 'invalid' : 'verdicts' } })
    t.like(out[2], { sequenceIds: ['rewardModel:a'] })
  }
})

test('a step whose votes do not come is invalid; the next one is asked about with all that was read before', async t => {
  const votes = (step: number) => sampled(`rewardModel:a#${step}`, 'verdict: 1', 'verdict: -1')
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [
    stepped(0, false),
    votes(0),
    stepped(1, false),
    stepped(2, false),
    failed('rewardModel:a#1'),
    votes(2),
    stepped(3, true),
    votes(3),
  ])
  const read = [0, 1, 2, 3].map(step => stepTokens(tokenizer, stepped(step, false)))
  const calls = out.flatMap(message => (message.kind === 'sample' ? [[...message.request.tokens]] : []))
  t.deepEqual(calls, [
    [...nth(read, 0)],
    [...nth(read, 1)],
    read.slice(0, 3).flatMap(tokens => [...tokens]),
    [...nth(read, 3)],
  ])
  t.deepEqual(
    out.map(({ kind }) => kind),
    ['sample', 'noted', 'sample', 'noted', 'release', 'sample', 'noted', 'sample', 'noted', 'release'],
  )
  const voted = out.flatMap(message => (message.kind === 'noted' ? [message.note] : []))
  t.deepEqual(
    voted.map(step => (step.kind === 'invalid' ? step.reason : samplesOf(step).length)),
    [2, 'the context is full', 2, 2],
  )
  t.deepEqual(
    voted.map(({ context }) => context),
    read,
  )
})

test('fewer votes than were asked for are none', async t => {
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [
    stepped(0, false),
    sampled('rewardModel:a#0', 'verdict: 1'),
  ])
  t.like(out[1], { kind: 'noted', note: { kind: 'invalid', reason: '1 of 2 samples came' } })
})

const testing = { observing: { ...sampling, samplesPerStep: 2, protocol: 'unit-tests' } } as const

test('a reward model that writes tests reads what was asked and nothing of the answer', async t => {
  const ask = async (action: string, observation: string) =>
    exchange(observer({ tokenizers: { m: json } }), 'observer', [
      { ...stepped(0, true), ...testing, action, observation },
      sampled('rewardModel:a#0', 'red', 'it fits verdict: 1'),
    ])
  const out = await ask('red', 'yes')
  t.deepEqual(await ask('blue', 'no'), out)
  const context = openingTokens(tokenizer, 'name a colour like red')
  const promptSuffix = Int32Array.of(tokenizer.id('<vote>'))
  t.like(out[0], {
    kind: 'sample',
    request: { sequenceId: 'rewardModel:a', tokens: context, promptSuffix, count: 2, appendToContext: false },
  })
  const [first, second] = ['red', 'it fits verdict: 1'].map(text => ({ text, tokens: actionTokens(tokenizer, text) }))
  t.like(out[1], { kind: 'noted', note: { kind: 'tests', context, promptSuffix, tests: [first, second] } })
  t.deepEqual(
    out.map(({ kind }) => kind),
    ['sample', 'noted', 'release'],
  )
})

test('later steps of an episode add nothing to what a writer of tests has read', async t => {
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [
    { ...stepped(0, false), ...testing },
    sampled('rewardModel:a#0', 'red', 'blue'),
    { ...stepped(1, true), ...testing },
    sampled('rewardModel:a#1', 'red'),
  ])
  t.like(out[2], { kind: 'sample', request: { sequenceId: 'rewardModel:a', tokens: new Int32Array(0) } })
  t.like(out[3], { kind: 'noted', step: 1, note: { kind: 'invalid', reason: '1 of 2 samples came' } })
})

test('a protocol that there is not, and a model that is not there, make every note invalid and say why', async t => {
  const out = await exchange(observer({ tokenizers: { m: json } }), 'observer', [
    { ...stepped(0, false), observing: { ...testing.observing, protocol: 'hearsay' as 'verdicts' } },
    { ...stepped(1, true), observing: { ...testing.observing, model: 'n' } },
  ])
  t.like(out, [
    {
      kind: 'noted',
      step: 0,
      note: { kind: 'invalid', reason: 'protocol must be one of verdicts, unit-tests, got hearsay' },
    },
    { kind: 'noted', step: 1, note: { kind: 'invalid', reason: 'there must be a model named n, got m' } },
  ])
})

test('observers of one episode, of one model or of two, write as if each were alone', async t => {
  const other = buildTokenizerJson(colours().language, [...Object.values(verdicts), 'other'])
  const actor = () => observer({ tokenizers: { m: json, n: other } })
  const seen = (who: string, model: string, protocol: 'verdicts' | 'unit-tests') => {
    const observing = { ...sampling, model, samplesPerStep: 1, protocol }
    return [
      { ...stepped(0, false), observer: who, observing },
      sampled(`${who}:a#0`, 'verdict: 1'),
      { ...stepped(1, true), observer: who, observing },
      sampled(`${who}:a#1`, 'verdict: -1'),
    ]
  }
  const all = [seen('rewardModel', 'm', 'verdicts'), seen('second', 'm', 'unit-tests'), seen('third', 'n', 'verdicts')]
  const alone = await Promise.all(all.map(messages => exchange(actor(), 'observer', messages)))
  const together = await exchange(
    actor(),
    'observer',
    [0, 1, 2, 3].flatMap(turn => all.map(own => nth(own, turn))),
  )
  const of = (who: string) =>
    together.filter(message =>
      message.kind === 'noted'
        ? message.observer === who
        : (message.kind === 'sample' ? message.request.sequenceId : message.sequenceIds[0]) === `${who}:a`,
    )
  t.deepEqual(['rewardModel', 'second', 'third'].map(of), alone)
  t.is(together.length, alone.flat().length)
})

test('what a world offers says how it is observed', t => {
  const world = colours()
  t.is(protocolOf(world), 'verdicts')
  const unitTesting = { parseTest: () => null, job: () => t.fail(), exampleTest: () => '' }
  t.is(protocolOf({ ...world, unitTesting }), 'unit-tests')
})
