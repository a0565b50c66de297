import test from 'ava'
import { pathToFileURL } from 'node:url'
import environment from '../../actors/environment.ts'
import type { Failed, Play, ToEnvironment } from '../../src/contracts/messages/run.ts'
import type { ColoursOptions, ColoursTask } from '../fixtures/worlds/colours.ts'
import { coloursModule } from '../run/tiny-run.ts'
import { exchange } from './exchange.ts'
import { acted, observing, playOf } from './plays.ts'

const task: ColoursTask = { wanted: ['red'], limit: 2 }
const play = playOf(task)
const script = (...actions: readonly string[]): Partial<Play> => ({ players: { policy: { kind: 'script', actions } } })

const said = async (messages: readonly ToEnvironment[], options: ColoursOptions = {}) => {
  const module = pathToFileURL(coloursModule).href
  return exchange(await environment({ module, options: { ...options } }), 'environment/0', messages)
}
const kinds = (out: readonly { kind: string; to: string }[]) => out.map(({ kind, to }) => `${kind} → ${to}`)

test('each step is told to the reward model as it happens, and the policy is asked until the episode ends', async t => {
  const out = await said([play('a', { observers: { rewardModel: observing } }), acted('a', 'blue'), acted('a', 'red')])
  t.deepEqual(kinds(out), [
    'observed → policy',
    'stepped → observer',
    'observed → policy',
    'stepped → observer',
    'closed → policy',
    'finished → trainer',
  ])
  t.like(out[1], { step: 0, opening: 'name a colour like red', action: 'blue', observation: 'no', last: false })
  t.like(out[3], { step: 1, opening: '', action: 'red', observation: 'yes', last: true })
  t.like(out[5], { id: 'a', episode: { id: 'a', won: true, ending: 'terminal', opening: 'name a colour like red' } })
})

test('the step limit ends an episode, and that is no loss for good', async t => {
  const out = await said([play('a'), acted('a', 'blue'), acted('a', 'blue'), acted('a', 'red')])
  t.like(out.at(-1), { kind: 'finished', episode: { won: false, ending: 'truncated' } })
  t.deepEqual(kinds(out), ['observed → policy', 'observed → policy', 'closed → policy', 'finished → trainer'])
})

test('a script may be as long as the world allows: its turns are no calls within each other', async t => {
  const long = playOf({ wanted: ['red'], limit: 5_000 })
  const out = await said([long('a', script(...Array.from({ length: 2_000 }, () => 'blue')))])
  t.deepEqual(kinds(out), ['finished → trainer'])
  t.like(out[0], { episode: { steps: { length: 2_000 }, ending: 'truncated' } })
})

test('what no compiler has checked is refused by its name', async t => {
  const { observers: _, ...bare } = play('a')
  const refusals = await said([
    { ...play('a'), kind: 'plya' },
    { ...play('b'), kind: undefined },
    bare,
    { ...play('c'), players: undefined },
  ] as never)
  t.deepEqual(
    refusals.map(message =>
      message.kind === 'failed' && message.failure.kind === 'invalid' ? message.failure.reason : '',
    ),
    [
      "environment/0 takes no 'plya'; did you mean play? (play, acted, branched, abandon, run-tests, failed)",
      "environment/0 takes no 'undefined' (play, acted, branched, abandon, run-tests, failed)",
      'observers of play must be an object, got undefined',
      'players of play must be an object, got undefined',
    ],
  )
})

test('episodes under way at once do not disturb each other', async t => {
  const out = await said([play('a'), play('b'), acted('b', 'red'), acted('a', 'blue'), acted('a', 'red')])
  const ends = out.flatMap(message => (message.kind === 'finished' ? [message.episode] : []))
  t.deepEqual(
    ends.map(({ id, steps }) => [id, steps.map(({ action }) => action)]),
    [
      ['b', ['red']],
      ['a', ['blue', 'red']],
    ],
  )
})

test('a script is played without the policy, and may end before the limit', async t => {
  const out = await said([play('a', { ...script('blue'), observers: { rewardModel: observing } })])
  t.deepEqual(kinds(out), ['stepped → observer', 'finished → trainer'])
  t.like(out[0], { last: true })
  const won = await said([play('a', script('red', 'blue'))])
  t.like(won.at(-1), { episode: { won: true, steps: { length: 1 } } })
})

test('a policy that failed fails its episode, and its context is forgotten', async t => {
  const failed: Failed = {
    kind: 'failed',
    to: 'environment/0',
    from: 'policy',
    id: 'a',
    failure: { kind: 'invalid', reason: 'the context is full' },
  }
  const out = await said([play('a'), failed, acted('a', 'red'), { ...failed, id: 'unknown' }])
  t.deepEqual(kinds(out), ['observed → policy', 'failed → trainer', 'closed → policy'])
  t.like(out[1], { id: 'a', failure: { kind: 'invalid', reason: 'the context is full' } })
})

test('a world that throws fails the episode, not those beside it', async t => {
  const broken = await said([play('a'), acted('a', 'red'), play('b')], { fault: 'the door is stuck' })
  t.deepEqual(kinds(broken), ['observed → policy', 'failed → trainer', 'closed → policy', 'observed → policy'])
  const [, failed] = broken
  if (failed?.kind !== 'failed' || failed.failure.kind !== 'user-code') return t.fail()
  t.regex(failed.failure.reason, /^the world colours: step threw: the door is stuck \(.*colours\.[jt]s:\d+:\d+\)$/)
  t.regex(failed.failure.stack, /colours\.[jt]s/)
})

test('a bad task and a script of nothing are refused', async t => {
  const out = await said([play('a', { task: { wanted: 3 } }), play('b', script())])
  t.like(out, [
    { kind: 'failed', id: 'a', failure: { kind: 'invalid', reason: 'wanted must be a list of colours' } },
    { kind: 'failed', id: 'b', failure: { kind: 'invalid', reason: 'actions must be at least one, got 0' } },
  ])
})
