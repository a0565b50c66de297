import test from 'ava'
import type { ActorEvent, LinkRow } from '../../src/watch/contract/actors.ts'
import { actorHistories } from '../../src/watch/views/actors/lives.ts'

const link = (name: string): LinkRow => ({ link: name, looks: 1, maxWaiting: 0, minCredits: 8 })
const event = (actor: string, kind: string, text = ''): ActorEvent => ({ actor, iteration: 1, kind, text })
const running = { machines: new Map<string, string>(), isRunning: true }
const statesOf = (...given: Parameters<typeof actorHistories>) =>
  actorHistories(...given).map(({ actor, state }) => [actor, state])

test('all that talk live, except for those that have died and were not restarted', t => {
  const links = [link('policy → gpu'), link('trainer → policy')]
  const events = [event('policy', 'died', 'exit: 1'), event('policy', 'restarted'), event('gpu', 'died', 'hang: 2 s')]
  t.deepEqual(actorHistories(links, events, running), [
    { actor: 'gpu', state: 'dead', machines: '', deaths: 1, lastDeath: 'hang: 2 s' },
    { actor: 'policy', state: 'lives', machines: '', deaths: 1, lastDeath: 'exit: 1' },
    { actor: 'trainer', state: 'lives', machines: '', deaths: 0, lastDeath: '' },
  ])
})

test('without a process nobody lives, and without links those are known that have died', t => {
  t.deepEqual(statesOf([link('policy → gpu')], [], { ...running, isRunning: false }), [
    ['gpu', 'ended'],
    ['policy', 'ended'],
  ])
  t.deepEqual(statesOf([], [event('gpu', 'died')], running), [['gpu', 'dead']])
  t.deepEqual(actorHistories([], [], running), [])
})

test('an actor has the machine that it was seen on, a pool those of all its actors', t => {
  const machines = new Map([
    ['environment/0', 'east'],
    ['environment/1', 'west'],
    ['environment/2', 'east'],
    ['policy', 'west'],
  ])
  const found = actorHistories([link('environment → policy'), link('policy → gpu')], [], { machines, isRunning: true })
  t.deepEqual(
    found.map(({ actor, machines: on }) => [actor, on]),
    [
      ['environment', 'east, west'],
      ['gpu', ''],
      ['policy', 'west'],
    ],
  )
})
