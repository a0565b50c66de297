/** Worlds of several agents: whose turn it is, and who reads what. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import environment from '../../actors/environment.ts'
import policy from '../../actors/policy.ts'
import type { Observed, Play, Player, Sampled, ToEnvironment } from '../../src/contracts/messages/run.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { actionTokens } from '../../src/model/renderers/word-renderer.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { policyRequest } from '../../src/rollout/rollout-requests.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import relay, { type RelayOptions } from '../fixtures/worlds/relay.ts'
import { exchange } from './exchange.ts'
import { acted, observing, playOf, sampling } from './plays.ts'

const module = fileURLToPath(new URL('../fixtures/worlds/relay.js', import.meta.url))
const play = playOf({ doors: ['red', 'blue'] })
const model = (name: string): Player => ({ kind: 'model', sampling: { ...sampling, model: name } })
const script = (...actions: readonly string[]): Player => ({ kind: 'script', actions })
const two = { guide: model('m'), walker: model('n') }

const said = async (messages: readonly ToEnvironment[], options: Omit<RelayOptions, 'tell'> = {}) =>
  exchange(await environment({ module, options: { ...options } }), 'environment/0', messages)

test('each observation goes to the agent whose turn it is, and the steps say who acted', async t => {
  const actions = ['red', 'red', 'blue', 'blue']
  const out = await said([play('a', { players: two }), ...actions.map(action => acted('a', action))])
  const asked = out.flatMap(message => (message.kind === 'observed' ? [message] : []))
  t.deepEqual(
    asked.map(({ agent, step, observation, sampling: { model } }) => [agent, step, observation, model]),
    [
      ['guide', 0, 'the door is red', 'm'],
      ['walker', 1, 'said red', 'n'],
      ['guide', 2, 'the door is blue', 'm'],
      ['walker', 3, 'said blue', 'n'],
    ],
  )
  t.deepEqual(
    out.flatMap(message => (message.kind === 'closed' ? [[message.reader, message.model]] : [])),
    [
      ['guide', 'm'],
      ['walker', 'n'],
    ],
  )
  const last = out.at(-1)
  if (last?.kind !== 'finished') return t.fail()
  t.true(last.episode.won)
  t.deepEqual(
    last.episode.steps.map(({ agent, action }) => [agent, action]),
    [
      ['guide', 'red'],
      ['walker', 'red'],
      ['guide', 'blue'],
      ['walker', 'blue'],
    ],
  )
})

test('models and scripts play together; the episode ends where a script has no further action', async t => {
  const players = { guide: script('red'), walker: model('n') }
  const out = await said([play('a', { players, observers: { rewardModel: observing } }), acted('a', 'green')])
  t.deepEqual(
    out.map(({ kind }) => kind),
    ['stepped', 'observed', 'stepped', 'closed', 'finished'],
  )
  t.like(out[1], { agent: 'walker', step: 1 })
  t.like(out[2], { last: true })
  t.like(out[4], { episode: { won: false, ending: 'truncated', steps: { length: 2 } } })
})

const refusals: readonly (readonly [
  name: string,
  options: Omit<RelayOptions, 'tell'>,
  Play['players'],
  reason: string,
])[] = [
  ['a player too few', {}, { guide: model('m') }, 'the players of relay must be guide, walker, got guide'],
  ['others', {}, { policy: model('m') }, 'the players of relay must be guide, walker, got policy'],
  [
    'one too few where none are listed',
    { unlisted: true },
    { guide: script('red'), cook: script('red') },
    'relay gives a turn to walker, and the request has only the players guide, cook',
  ],
  [
    'a turn of an agent that the world does not list',
    { stranger: 'cook' },
    { guide: script('red'), walker: script('red') },
    'relay gives a turn to cook, which is not among its agents guide, walker',
  ],
]
for (const [name, options, players, reason] of refusals)
  test(`players that do not fit make one episode invalid, and say whose fault it is: ${name}`, async t => {
    const out = await said([play('a', { players })], options)
    t.like(out[0], { kind: 'failed', id: 'a', failure: { kind: 'invalid', reason } })
    t.false(out.some(({ kind }) => kind === 'finished'))
  })

const observed = (agent: string, step: number, name: string): Observed => ({
  kind: 'observed',
  to: 'policy',
  from: 'environment/0',
  id: 'a',
  agent,
  step,
  observation: 'the door is red',
  sampling: { ...sampling, model: name, key: derive(rootKey(3), agent) },
})

test('each agent has a context of its own, on its own model; the only agent has that of the episode', async t => {
  const { language } = relay()
  const json = buildTokenizerJson(language ?? t.fail())
  const larger = buildTokenizerJson({ phrases: ['other', ...(language?.phrases ?? [])], silent: [] })
  const reply = (id: string, text: string): Sampled => {
    const tokens = actionTokens(loadTokenizer(larger), text)
    const samples = [{ tokens, logprobs: new Float32Array(tokens.length), finish: 'stop' as const, version: 0 }]
    return { kind: 'sampled', to: '', from: 'gpu', id, samples }
  }
  const closed = { kind: 'closed', to: 'policy', from: '', id: 'a', reader: 'walker', model: 'n' } as const
  const out = await exchange(policy({ tokenizers: { m: json, n: larger } }), 'policy', [
    observed('policy', 0, 'm'),
    observed('walker', 1, 'n'),
    reply('a@walker#1', 'red'),
    observed('walker', 2, 'o'),
    closed,
  ])
  t.like(out, [
    { kind: 'sample', model: 'm', request: { sequenceId: 'a', key: derive(rootKey(3), 'policy', 0) } },
    { kind: 'sample', model: 'n', request: { sequenceId: 'a@walker', key: derive(rootKey(3), 'walker', 1) } },
    { kind: 'acted', id: 'a', action: 'red' },
    { kind: 'failed', id: 'a', failure: { kind: 'invalid', reason: 'there must be a model named o, got m, n' } },
    { kind: 'release', model: 'n', sequenceIds: ['a@walker'] },
  ])
})

test('agents of one episode draw from keys of their own; that of the only agent is the policy’s as ever', t => {
  const where = { config: parseRunConfig({}), root: rootKey(1) }
  const key = { use: 'train', iteration: 1, slot: 2, episode: 3 }
  const keysOf = (players: Record<string, string>) =>
    Object.values(policyRequest(where, key, null, { players }).players).map(player =>
      player.kind === 'model' ? player.sampling.key : t.fail(),
    )
  t.deepEqual(keysOf({ policy: 'policy' }), [derive(where.root, 'train', 1, 2, 3, 'policy')])
  const [guide, walker] = keysOf({ guide: 'policy', walker: 'policy' })
  t.notDeepEqual(guide, walker)
})
