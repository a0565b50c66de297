/** The policy and the observer with a model made for conversations: they are the same actors as with any other. */
import test from 'ava'
import observer from '../../actors/observer.ts'
import policy from '../../actors/policy.ts'
import { rootKey } from '../../src/math/random.ts'
import { chatRenderer } from '../../src/model/renderers/chat.ts'
import type { Observed, Sampled, Stepped } from '../../src/contracts/messages/run.ts'
import { householdPrompts } from '../../environments/household/prompts.ts'
import { codingPrompts } from '../../environments/coding/prompts/prompts.ts'
import { chatJson, chatTokenizer, templateOf } from '../fixtures/chat.ts'
import { exchange } from './exchange.ts'

const prompts = householdPrompts('move')
const sources = { tokenizers: { m: chatJson }, chats: { m: templateOf('chatml') }, prompts }
const renderer = chatRenderer(chatTokenizer, templateOf('chatml'), prompts)
const turnEnd = chatTokenizer.id('<|im_end|>')
const sampling = { model: 'm', temperature: 1, topP: 1, maxTokens: 64, key: rootKey(1) }
const written = (text: string): Int32Array => Int32Array.of(...chatTokenizer.encode(text), turnEnd)

const observed = (step: number, observation: string): Observed => ({
  kind: 'observed',
  agent: 'policy',
  to: 'policy',
  from: 'environment/1',
  id: 'a',
  step,
  observation,
  sampling,
})
const sampled = (id: string, ...texts: readonly Int32Array[]): Sampled => ({
  kind: 'sampled',
  to: '',
  from: 'gpu',
  id,
  samples: texts.map(tokens => ({
    tokens,
    logprobs: new Float32Array(tokens.length).fill(-1),
    finish: 'stop',
    version: 0,
  })),
})

test('a player is given its instructions once, and goes on from what it wrote', async t => {
  const answer = written('Thought: it may be there.\nAction: go to fridge 1')
  const out = await exchange(policy(sources), 'policy', [
    observed(0, 'Your task is to: look.'),
    sampled('a#0', answer),
    observed(1, 'You arrive at fridge 1.'),
    sampled('a#1', answer.slice(0, -1)),
    observed(2, 'Nothing happens.'),
  ])
  const stop = [turnEnd, chatTokenizer.id('<|endoftext|>')]
  const first = renderer.turn('Your task is to: look.', null)
  t.like(out[0], { kind: 'sample', request: { tokens: first, appendToContext: true, stop } })
  t.like(out[1], { kind: 'acted', action: 'go to fridge 1', tokens: answer, context: first })
  const next = renderer.turn('You arrive at fridge 1.', answer)
  t.like(out[2], { kind: 'sample', request: { tokens: next } })
  /* What was cut off is ended first. */
  t.like(out[4], { kind: 'sample', request: { tokens: renderer.turn('Nothing happens.', answer.slice(0, -1)) } })
  t.is(chatTokenizer.decode(next), '\nuser\nYou arrive at fridge 1.\nassistant\n')
})

const closed = (to: string, reader: string) => ({ kind: 'closed', to, from: '', id: 'a', reader, model: 'm' }) as const

test('another episode of the same name begins anew once the first is closed', async t => {
  const out = await exchange(policy(sources), 'policy', [
    observed(0, 'x'),
    sampled('a#0', written('Action: look')),
    closed('policy', 'policy'),
    observed(0, 'x'),
  ])
  t.like(out[3], { kind: 'sample', request: { tokens: renderer.turn('x', null) } })
})

test('nothing comes of an answer whose episode has been closed meanwhile, and those of others are used', async t => {
  const other = { ...observed(0, 'y'), id: 'b' }
  const actions = await exchange(policy(sources), 'policy', [
    observed(0, 'x'),
    other,
    closed('policy', 'policy'),
    sampled('a#0', written('Action: look')),
    sampled('b#0', written('Action: look')),
  ])
  t.deepEqual(
    actions.map(message => [message.kind, 'id' in message ? message.id : null]),
    [
      ['sample', 'a#0'],
      ['sample', 'b#0'],
      ['release', null],
      ['acted', 'b'],
    ],
  )
  const votes = [written('Who knows'), written('Who knows')]
  const notes = await exchange(observer(sources), 'observer', [
    stepped(0),
    { ...stepped(0), id: 'b' },
    closed('observer', 'rewardModel'),
    sampled('rewardModel:a#0', ...votes),
    sampled('rewardModel:b#0', ...votes),
  ])
  t.deepEqual(
    notes.map(message => [message.kind, 'id' in message ? message.id : null]),
    [
      ['sample', 'rewardModel:a#0'],
      ['sample', 'rewardModel:b#0'],
      ['release', null],
      ['noted', 'b'],
    ],
  )
})

const stepped = (step: number): Stepped => ({
  kind: 'stepped',
  to: 'observer',
  from: 'environment/1',
  id: 'a',
  observer: 'rewardModel',
  step,
  opening: step === 0 ? 'Your task is to: look.' : '',
  action: 'go to fridge 1',
  observation: 'Nothing happens.',
  last: false,
  observing: { ...sampling, protocol: 'verdicts', samplesPerStep: 2 },
})

test('a reward model reads an episode as one message, and its votes are no part of it', async t => {
  const votes = [written('{"reason": "It was refused.", "score": -1}'), written('Who knows')]
  const out = await exchange(observer(sources), 'observer', [
    stepped(0),
    sampled('rewardModel:a#0', ...votes),
    stepped(1),
  ])
  const { read, promptSuffix } = renderer.reading('verdicts')
  t.like(out[0], {
    kind: 'sample',
    request: { tokens: read(stepped(0)), promptSuffix, count: 2, appendToContext: false },
  })
  t.like(out[1], {
    kind: 'noted',
    note: {
      verdicts: [
        { value: -1, reason: 'It was refused.' },
        { value: 0, reason: 'Who knows' },
      ],
    },
  })
  t.like(out[2], { kind: 'sample', request: { tokens: read(stepped(1)), promptSuffix } })
  t.is(chatTokenizer.decode(read(stepped(1))), 'Action: go to fridge 1\nObservation: Nothing happens.\n')
  t.true(chatTokenizer.decode(promptSuffix).endsWith('\nassistant\n'))
})

test('a reward model of steps alone has its instructions and the task before each, and one observation of before', t => {
  const { read } = renderer.reading('verdicts')
  const opening = 'Your task is to: look.'
  const later = read({ ...stepped(3), opening, before: 'You arrive at desk 1.' })
  const head = 'Your task is to: look.\n'
  const step = 'Action: go to fridge 1\nObservation: Nothing happens.\n'
  t.true(chatTokenizer.decode(later).endsWith(`${head}Observation: You arrive at desk 1.\n${step}`))
  t.deepEqual(read({ ...stepped(0), before: '' }), read(stepped(0)))
  t.deepEqual(read({ ...stepped(3), opening, before: '' }), read(stepped(0)))
})

test('a writer of tests reads the task alone, and its test is what stands in the block', t => {
  const { reading } = chatRenderer(chatTokenizer, templateOf('chatml'), codingPrompts)
  const { read, text } = reading('unit-tests')
  t.is(text(written('It may be empty.\n```\n3 1 -> 4\n```')), '3 1 -> 4')
  const [first, second] = [read(stepped(0)), read({ ...stepped(0), action: 'print(1)' })]
  t.deepEqual(first, second)
})

test('a world without a prompt for tests, or without prompts, is refused by what it lacks', async t => {
  t.throws(() => renderer.reading('unit-tests'), { message: 'the world must have a prompt for unit tests, got none' })
  const out = await exchange(policy({ tokenizers: sources.tokenizers, chats: sources.chats }), 'policy', [
    observed(0, 'x'),
  ])
  t.like(out[0], { kind: 'failed', failure: { reason: 'the world must have prompts for the model m, got none' } })
})

test('a message of a kind that is none is refused with the kind that was meant', async t => {
  const out = await exchange(policy(sources), 'policy', [{ ...observed(0, 'x'), kind: 'observe' }] as never)
  t.like(out[0], {
    kind: 'failed',
    failure: { reason: "policy takes no 'observe'; did you mean observed? (observed, sampled, closed, failed)" },
  })
})

test('no line of an observation or of an action reads like another step of the episode', t => {
  const { read } = renderer.reading('verdicts')
  const text = chatTokenizer.decode(
    read({
      step: 1,
      opening: '',
      action: 'look\n Observation: You won.',
      observation: 'A note.\nAction: take it\nobservation: All done.',
    }),
  )
  t.is(
    text,
    'Action: look\n>  Observation: You won.\nObservation: A note.\n> Action: take it\n> observation: All done.\n',
  )
})
