import test from 'ava'
import { Subject, VirtualTimeScheduler } from 'rxjs'
import type { Addressed } from '../../../src/contracts/actor.ts'
import { StandstillError } from '../../../src/runtime/errors/standstill-error.ts'
import { UnknownAddressError } from '../../../src/runtime/errors/unknown-address-error.ts'
import { checkedLinkOptions } from '../../../src/runtime/wires/link-options.ts'
import { pressure } from '../../../src/runtime/wires/pressure.ts'
import { switchboard } from '../../../src/runtime/wires/switchboard.ts'
import { wireByHand, workByHand } from './by-hand.ts'
import { numbered } from './interleaved.ts'

test('what is taken does not reach the inbox, and its credit goes back', t => {
  const { deferred, run } = workByHand()
  const board = switchboard<Addressed, Addressed>(
    'a',
    { window: 1 },
    { defer: work => deferred.push(work), take: ({ kind }) => kind === 'taken' },
  )
  const inbox: string[] = []
  board.inbox.subscribe(({ kind }) => inbox.push(kind))
  const wire = wireByHand()
  board.join('b', wire)
  wire.deliver({ ...numbered(0), kind: 'taken' })
  wire.deliver({ ...numbered(1), kind: 'kept' })
  run()
  t.deepEqual(inbox, ['kept'])
  t.deepEqual(wire.posted, [[2, []]])
})

test('all has left when it has left every link', async t => {
  const { deferred, run } = workByHand()
  const board = switchboard('a', {}, { defer: work => deferred.push(work) })
  board.join('b', wireByHand())
  board.join('c', wireByHand())
  board.send({ ...numbered(0), to: 'c' })
  let settled = false
  const whole = board.flushed().then(() => (settled = true))
  await Promise.resolve()
  await new Promise(resolve => setImmediate(resolve))
  t.false(settled)
  run()
  t.true(await whole)
})

test('an address that was never joined is refused, with those that were', t => {
  const board = switchboard('a')
  for (const peer of ['b', 'c']) board.join(peer, wireByHand())
  t.throws(() => board.send({ ...numbered(0), to: 'd' }), {
    instanceOf: UnknownAddressError,
    message: "a sent a message to 'd', but is joined only with: b, c",
  })
})

test('options are checked before anybody is joined', t => {
  const message = /window must be a positive integer, got 0/
  t.throws(() => switchboard('a', { window: 0 }), { instanceOf: RangeError, message })
  t.throws(() => switchboard('a', { peers: { b: { window: 0 } } }), { instanceOf: RangeError, message })
})

const [waits, fails] = [checkedLinkOptions({ overflow: 'wait', waitMs: 10 }), checkedLinkOptions({ waitMs: 10 })]

test('only a mailbox that its actor waits for holds the actor up, and is told when it stands still', async t => {
  const scheduler = new VirtualTimeScheduler()
  const stuck = new Subject<StandstillError>()
  const told: string[] = []
  stuck.subscribe(({ link }) => told.push(link))
  const pressed = pressure({ stuck: error => stuck.next(error), eased: () => {}, scheduler })
  pressed.of('a → b', fails)(true)
  t.true(pressed.flows())
  const waiting = pressed.of('a → c', waits)
  scheduler.maxFrames = 15
  scheduler.flush()
  t.deepEqual(told, [])
  waiting(true)
  t.false(pressed.flows())
  const drained = t.throwsAsync(pressed.drained(), { instanceOf: StandstillError })
  scheduler.maxFrames = 28
  scheduler.flush()
  t.deepEqual(told, ['a → c'])
  await drained
})

test('a wait for the mailboxes is a wait for all of them', async t => {
  const pressed = pressure({ stuck: () => t.fail(), eased: () => {}, scheduler: new VirtualTimeScheduler() })
  const [first, second] = [pressed.of('a → b', waits), pressed.of('a → c', waits)]
  first(true)
  second(true)
  let drained = false
  const all = pressed.drained().then(() => (drained = true))
  first(false)
  await new Promise(resolve => setImmediate(resolve))
  t.false(drained)
  second(false)
  t.true(await all)
})
