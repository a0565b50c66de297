import test from 'ava'
import type { ActorEvent, LinkRow } from '../../src/watch/contract/actors.ts'
import { actorHistories } from '../../src/watch/views/actors/lives.ts'

const link = (name: string): LinkRow => ({ link: name, looks: 1, maxWaiting: 0, minCredits: 8 })
const event = (actor: string, kind: string, text = ''): ActorEvent => ({ actor, iteration: 1, kind, text })
const statesOf = (...given: Parameters<typeof actorHistories>) =>
  actorHistories(...given).map(({ actor, state }) => [actor, state])

test('all that talk live, except for those that have died and were not restarted', t => {
  const links = [link('policy → gpu'), link('trainer → policy')]
  const events = [event('policy', 'died', 'exit: 1'), event('policy', 'restarted'), event('gpu', 'died', 'hang: 2 s')]
  t.deepEqual(actorHistories(links, events, true), [
    { actor: 'gpu', state: 'dead', deaths: 1, lastDeath: 'hang: 2 s' },
    { actor: 'policy', state: 'lives', deaths: 1, lastDeath: 'exit: 1' },
    { actor: 'trainer', state: 'lives', deaths: 0, lastDeath: '' },
  ])
})

test('without a process nobody lives, and without links those are known that have died', t => {
  t.deepEqual(statesOf([link('policy → gpu')], [], false), [
    ['gpu', 'ended'],
    ['policy', 'ended'],
  ])
  t.deepEqual(statesOf([], [event('gpu', 'died')], true), [['gpu', 'dead']])
  t.deepEqual(actorHistories([], [], true), [])
})
