/** What a model draws is untrusted: no numbers in the place of tokens kill the actors that read them. */
import test from 'ava'
import fc from 'fast-check'
import observer from '../../actors/observer.ts'
import policy from '../../actors/policy.ts'
import { proposeByModel } from '../../actors/adapter-model.ts'
import { codingPrompts } from '../../environments/coding/prompts/prompts.ts'
import { householdPrompts } from '../../environments/household/prompts.ts'
import type { Observed, Sampled, Stepped } from '../../src/contracts/messages/run.ts'
import { rootKey } from '../../src/math/random.ts'
import { chatRenderer } from '../../src/model/renderers/chat.ts'
import { wordsRenderer } from '../../src/model/renderers/words.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { jsonIn } from '../../src/curriculum/model-proposals.ts'
import { chatJson, chatTokenizer, templateOf } from '../fixtures/chat.ts'
import { exchange } from './exchange.ts'

const wordJson = buildTokenizerJson({ phrases: ['look', 'go to fridge 1', 'verdict: 1', 'verdict: -1'], silent: [] })
const words = loadTokenizer(wordJson)
const prompts = { ...codingPrompts, ...householdPrompts('move') }
const sources = {
  tokenizers: { chat: chatJson, words: wordJson },
  chats: { chat: templateOf('chatml') },
  prompts,
}
const renderers = {
  chat: chatRenderer(chatTokenizer, templateOf('chatml'), prompts),
  words: wordsRenderer(words),
}
type Model = keyof typeof renderers
const tokenizers = { chat: chatTokenizer, words }

/** Tokens mostly, and numbers that are none: beyond the vocabulary, and below 0. */
const drawn = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.nat(301) },
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.constantFrom(0, 301, 302, -1),
    ),
    { maxLength: 20 },
  )
  .map(ids => Int32Array.from(ids))
const model = fc.constantFrom<Model>('chat', 'words')

const sampling = { temperature: 1, topP: 1, maxTokens: 64, key: rootKey(1) }
const observed = (own: Model, step: number): Observed => ({
  ...{ kind: 'observed', agent: 'policy', to: 'policy', from: 'environment/1', id: 'a', step },
  observation: 'look',
  sampling: { ...sampling, model: own },
})
const sampled = (id: string, ...samples: readonly Int32Array[]): Sampled => ({
  ...{ kind: 'sampled', to: '', from: 'gpu', id },
  samples: samples.map(tokens => ({
    tokens,
    logprobs: new Float32Array(tokens.length),
    finish: 'stop',
    version: 0,
  })),
})
const stepped = (own: Model, protocol: 'verdicts' | 'unit-tests'): Stepped => ({
  ...{ kind: 'stepped', to: 'observer', from: 'environment/1', id: 'a', observer: 'rewardModel', step: 0 },
  ...{ opening: 'look', action: 'look', observation: 'look', last: true },
  observing: { ...sampling, model: own, protocol, samplesPerStep: 2 },
})

test('with a number that is no token, nothing was written', t => {
  fc.assert(
    fc.property(model, drawn, (own, tokens) => {
      const { action, text, stop, turn } = renderers[own]
      const end = tokens.findIndex(token => stop.includes(token))
      const written = end < 0 ? tokens : tokens.slice(0, end)
      t.is(typeof action(tokens), 'string')
      t.true(turn('look', tokens).length > 0)
      if (written.some(token => !tokenizers[own].has(token))) t.deepEqual([action(tokens), text(tokens)], ['', ''])
    }),
  )
})

test('a policy acts on whatever it is given, and goes on', async t => {
  await fc.assert(
    fc.asyncProperty(model, drawn, drawn, async (own, first, second) => {
      const messages = [observed(own, 0), sampled('a#0', first), observed(own, 1), sampled('a#1', second)]
      const out = await exchange(policy(sources), 'policy', messages)
      t.deepEqual(
        out.map(({ kind }) => kind),
        ['sample', 'acted', 'sample', 'acted'],
      )
    }),
    { numRuns: 50 },
  )
})

test('a reward model and a writer of tests make votes and tests of whatever they are given', async t => {
  const protocols = fc.constantFrom('verdicts' as const, 'unit-tests' as const)
  await fc.assert(
    fc.asyncProperty(model, protocols, drawn, async (own, protocol, tokens) => {
      const beyond = Int32Array.of(...words.encode('look verdict: 1'), 409)
      const out = await exchange(observer(sources), 'observer', [
        stepped(own, protocol),
        sampled('rewardModel:a#0', tokens, beyond),
      ])
      const [, noted] = out
      if (noted?.kind !== 'noted') return t.fail()
      const { note } = noted
      if (note.kind === 'verdicts') t.like(note.verdicts[1], { value: 0, reason: '' })
      else t.like(note, { kind: 'tests', tests: { 1: { text: '' } } })
    }),
    { numRuns: 50 },
  )
})

test('an adapter makes a refusal of whatever it is given', async t => {
  await fc.assert(
    fc.asyncProperty(drawn, async tokens => {
      const proposals = { tell: () => 'a task', schema: () => ({}), apply: () => ({ task: 1, name: 'n', reason: 'r' }) }
      const { edit, refusals } = await proposeByModel(
        {
          ...{ renderer: renderers.chat, prompts: { critic: 'c', adapter: 'a' }, proposals, attempts: 1 },
          sampling: { temperature: 1, topP: 1, maxTokens: 9 },
          draw: () => Promise.resolve({ tokens, finish: 'stop' }),
          check: () => Promise.resolve({ kind: 'refused', refusal: 'refused' }),
        },
        {
          ...{ kind: 'adapt', to: 'adapter', from: 'trainer', id: 'x', slot: 0, task: 1, accuracy: 0.5 },
          ...{ direction: 'harder', critic: { complaint: null, condemned: 0, text: '' }, key: rootKey(1) },
        },
      )
      t.is(edit, null)
      const found = jsonIn(renderers.chat.text(tokens))
      t.deepEqual(refusals, found === undefined ? { unreadable: 1 } : { refused: 1 })
    }),
    { numRuns: 50 },
  )
})
