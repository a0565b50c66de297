/** Trees of candidates: every candidate is tried in a fork, and the episode continues with the best. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { Subject } from 'rxjs'
import environment from '../../actors/environment.ts'
import policy from '../../actors/policy.ts'
import type { Branched, Observed, Play, Player, Sampled, ToEnvironment } from '../../src/contracts/messages/run.ts'
import { derive } from '../../src/math/random.ts'
import { actionTokens, promptTokens } from '../../src/model/renderers/word-renderer.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { bestOf, requireForks } from '../../src/rollout/episode/candidates.ts'
import relay, { type RelayOptions } from '../fixtures/worlds/relay.ts'
import { contextOf, exchange } from './exchange.ts'
import { acted, observing, playOf, routed, sampling } from './plays.ts'

const module = fileURLToPath(new URL('../fixtures/worlds/relay.js', import.meta.url))
const model: Player = { kind: 'model', sampling }
const play = (id: string, changes: Partial<Play> = {}): Play =>
  playOf({ doors: ['red', 'blue'] })(id, {
    players: { guide: model, walker: model },
    tree: { candidates: 3 },
    ...changes,
  })
const branched = (id: string, ...actions: readonly string[]): Branched => ({
  ...routed,
  kind: 'branched',
  from: 'policy',
  id,
  context: Int32Array.of(1),
  candidates: actions.map((action, index) => ({
    action,
    tokens: Int32Array.of(10 + index),
    logprobs: new Float32Array(1),
    version: 3,
  })),
})
type Out = Awaited<ReturnType<typeof said>>[number]
const said = async (messages: readonly ToEnvironment[], options: RelayOptions = {}) =>
  exchange(await environment({ module, options: { ...options } }), 'environment/0', messages)

test('an episode continues with the best candidate, and keeps all of them', async t => {
  let open = 0
  const tell = (change: 1 | -1) => void (open += change)
  const inbox = new Subject<ToEnvironment>()
  const out: Out[] = []
  const actor = await environment({ module, options: { tell } })
  actor(inbox, contextOf('environment/0')).subscribe(message => out.push(message))
  const settle = () => new Promise(resolve => setTimeout(resolve, 5))
  inbox.next(play('a', { observers: { rewardModel: observing } }))
  for (const actions of [
    ['green', 'red', 'red'],
    ['blue', 'green', 'red'],
    ['blue', 'green', 'blue'],
    ['green', 'green', 'blue'],
  ]) {
    inbox.next(branched('a', ...actions))
    await settle()
  }
  const asked = out.flatMap(message => (message.kind === 'observed' ? [message] : []))
  t.deepEqual(
    asked.map(({ agent, observation, branching }) => [
      agent,
      observation,
      branching?.candidates,
      [...(branching?.unread ?? [])],
    ]),
    [
      ['guide', 'the door is red', 3, []],
      ['walker', 'said red', 3, []],
      ['guide', 'the door is blue', 3, [11]],
      ['walker', 'said blue', 3, [12]],
    ],
  )
  const finished = out.at(-1)
  t.like(finished, { kind: 'finished', episode: { won: true, score: 1 } })
  const steps = finished?.kind === 'finished' ? finished.episode.steps : t.fail()
  t.deepEqual(
    steps.map(({ action, candidates }) => [
      action,
      ...(candidates ?? []).map(each => `${each.action} ${each.score}${each.chosen ? ' chosen' : ''}`),
    ]),
    [
      ['red', 'green 0', 'red 0.25 chosen', 'red 0.25'],
      ['red', 'blue 0', 'green 0', 'red 0.5 chosen'],
      ['blue', 'blue 0.75 chosen', 'green 0.5', 'blue 0.75'],
      ['blue', 'green 0.5', 'green 0.5', 'blue 1 chosen'],
    ],
  )
  t.is(out.filter(({ kind }) => kind === 'stepped').length, 4, 'observers are told of what was chosen')
  t.is(open, 0, 'all forks are closed')
})

test('a tree of one candidate is an episode without a tree', async t => {
  const actions = ['red', 'green', 'red', 'red', 'blue'].map(action => acted('a', action))
  const one = await said([play('a', { tree: { candidates: 1 } }), ...actions])
  const { tree: _, ...none } = play('a')
  t.deepEqual(one, await said([none, ...actions]))
  t.true(one.length > 5)
})

const refusals: readonly (readonly [name: string, RelayOptions, Partial<Play>, reason: string])[] = [
  ['no number', {}, { tree: { candidates: 1.5 } }, 'tree.candidates must be a positive integer, got 1.5'],
  [
    'no forks',
    { single: true },
    {},
    'a tree of candidates needs episodes that fork, and relay opened one that does not',
  ],
]
for (const [name, options, changes, reason] of refusals)
  test(`a tree that cannot be grown makes the episode invalid: ${name}`, async t => {
    const out = await said([play('a', changes)], options)
    t.like(out[0], { kind: 'failed', failure: { kind: 'invalid', reason } })
  })

test('a world that does not say that it forks is refused before a run', t => {
  t.notThrows(() => requireForks(relay()))
  t.throws(() => requireForks(relay({ single: true })), {
    instanceOf: RangeError,
    message: 'a tree of candidates needs a world whose episodes fork, and relay has none',
  })
})

test('the best is the won one, then the one of the highest score, then the first', t => {
  const of = (won: boolean, score: number) => ({ won, score })
  t.is(bestOf([of(false, 0.5), of(false, 0.9), of(true, 1), of(true, 1)]), 2)
  t.is(bestOf([of(false, 0.5), of(false, 0.9), of(false, 0.9)]), 1)
  t.is(bestOf([of(false, 0), of(false, 0)]), 0)
})

test('candidates are sampled from one context, which the chosen one joins with the next observation', async t => {
  const { language } = relay()
  const json = buildTokenizerJson(language ?? t.fail())
  const tokenizer = loadTokenizer(json)
  const unread = actionTokens(tokenizer, 'green')
  const observed: Observed = {
    kind: 'observed',
    to: 'policy',
    from: 'environment/0',
    id: 'a',
    agent: 'walker',
    step: 3,
    observation: 'said red',
    sampling: { ...sampling, model: 'm' },
    branching: { candidates: 2, unread },
  }
  const reply = (...texts: readonly string[]): Sampled => ({
    kind: 'sampled',
    to: '',
    from: 'gpu',
    id: 'a@walker#3',
    samples: texts.map(text => {
      const tokens = actionTokens(tokenizer, text)
      return { tokens, logprobs: new Float32Array(tokens.length), finish: 'stop' as const, version: 1 }
    }),
  })
  const context = promptTokens(tokenizer, 'said red')
  const ask = (message: Sampled) => exchange(policy({ tokenizers: { m: json } }), 'policy', [observed, message])
  const out = await ask(reply('red', 'blue'))
  t.like(out[0], {
    request: {
      sequenceId: 'a@walker',
      tokens: Int32Array.of(...unread, ...context),
      count: 2,
      appendToContext: false,
      key: derive(sampling.key, 3),
    },
  })
  t.like(out[1], { kind: 'branched', id: 'a', context, candidates: [{ action: 'red' }, { action: 'blue' }] })
  const [, short] = await ask(reply('red'))
  t.like(short, { kind: 'failed', id: 'a', failure: { reason: '1 of 2 samples came' } })
})
