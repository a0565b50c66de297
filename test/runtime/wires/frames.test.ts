/** Frame by frame: which messages and credits cross together, when, and what is told of a full mailbox. */
import test from 'ava'
import type { Addressed } from '../../../src/contracts/actor.ts'
import type { LinkOptions } from '../../../src/runtime/wires/link-options.ts'
import { openLink } from '../../../src/runtime/wires/link.ts'
import { wireByHand, workByHand } from './by-hand.ts'
import { numbered } from './interleaved.ts'

const zero = numbered(0)
const one = numbered(1)
const two = numbered(2)
const three = numbered(3)

function open(options: LinkOptions) {
  const wire = wireByHand()
  const { deferred, run } = workByHand()
  const received: (readonly Addressed[])[] = []
  const errors: Error[] = []
  const pressed: boolean[] = []
  const link = openLink(
    wire,
    'a → b',
    {
      receive: messages => received.push(messages),
      fail: error => errors.push(error),
      press: full => pressed.push(full),
      defer: work => deferred.push(work),
    },
    options,
  )
  return { wire, link, deferred, run, received, errors, pressed }
}

test('one message alone is its own frame; several, or credits with it, are wrapped', t => {
  const { wire, link, run } = open({ window: 4, gather: 8 })
  link.send(zero)
  run()
  t.deepEqual(wire.posted.splice(0), [zero])
  link.send(one)
  link.send(two)
  run()
  t.deepEqual(wire.posted.splice(0), [[0, [one, two]]])
  wire.deliver([0, [zero, one]])
  link.grant(2)
  link.send(three)
  run()
  t.deepEqual(wire.posted, [[2, [three]]])
  t.deepEqual(link.counts(), {
    sent: 4,
    received: 2,
    credits: 0,
    owed: 0,
    waiting: 0,
    dropped: 0,
    lost: 0,
    frames: 3,
    largestFrame: 2,
  })
})

test('credits alone go back when half a window is owed, in a frame that is no message', t => {
  const { wire, link, deferred, run } = open({ window: 4 })
  wire.deliver([0, [zero, one]])
  link.grant(1)
  t.is(deferred.length, 0)
  link.grant(1)
  run()
  t.deepEqual(wire.posted, [[2, []]])
  t.is(link.counts().frames, 0)
})

test('work is asked for once, and only where something can leave', t => {
  const { wire, link, deferred, run } = open({ window: 2, gather: 8 })
  wire.deliver([0, [zero]])
  t.is(deferred.length, 0, 'nothing waits')
  link.send(zero)
  link.send(one)
  t.is(deferred.length, 1)
  run()
  link.send(two)
  t.is(deferred.length, 0, 'no credit is left')
  wire.deliver([1, []])
  t.is(deferred.length, 1)
  run()
  t.deepEqual(wire.posted, [[0, [zero, one]], two])
})

test('a full mailbox is told when it fills, when something leaves it and it is still full, and when it is full no more', t => {
  const { wire, link, run, pressed } = open({ window: 1, bound: 1, overflow: 'wait', gather: 8 })
  link.send(zero)
  t.deepEqual(pressed, [])
  link.send(one)
  t.deepEqual(pressed, [true])
  run()
  t.deepEqual(pressed, [true, true], 'one has left, one waits for a credit')
  link.send(two)
  void link.flushed()
  wire.deliver(zero)
  link.grant(1)
  run()
  t.deepEqual(wire.posted, [zero, [1, []]])
  t.deepEqual(pressed, [true, true], 'nothing has left since')
  wire.deliver([1, []])
  run()
  wire.deliver([1, []])
  run()
  t.deepEqual(pressed.slice(2), [true, false])
  t.is(link.counts().waiting, 0)
})

test('credits are no messages, and nothing is received after the end', t => {
  const { wire, link, received } = open({ window: 4 })
  link.send(zero)
  wire.deliver([0, []])
  t.deepEqual(received, [])
  wire.deliver([0, [one]])
  link.close()
  wire.deliver([0, [two]])
  t.deepEqual(received, [[one]])
})

test('of a frame that cannot be cloned the message at fault is named, all of it is lost, and the cause is kept', t => {
  const { link, run, errors } = open({ window: 4, gather: 8 })
  link.send(zero)
  link.send(Object.assign(numbered(1), { kind: 'secret', reply: () => {} }))
  run()
  t.deepEqual(errors.map(String), ['TypeError: a → b: a message of kind secret is not plain data'])
  t.true(errors[0]?.cause instanceof Error)
  t.like(link.counts(), { lost: 2, sent: 0 })
})

test('a wire that refuses plain data is told as well', t => {
  const errors: Error[] = []
  const { deferred, run } = workByHand()
  const postMessage = (): never => {
    throw new Error('no room')
  }
  const link = openLink({ ...wireByHand(), postMessage }, 'a → b', {
    receive: () => {},
    fail: error => errors.push(error),
    defer: work => deferred.push(work),
  })
  link.send(zero)
  run()
  t.is((errors[0]?.cause as Error).message, 'no room')
})

test('options that cannot be are refused by name', t => {
  const refused = (options: LinkOptions, message: RegExp) =>
    t.throws(() => open(options), { instanceOf: RangeError, message })
  refused({ gather: 0 }, /gather must be a positive integer, got 0/)
  refused({ gather: 1.5 }, /gather must be a positive integer, got 1.5/)
  refused({ waitMs: 0 }, /waitMs must be positive, got 0/)
  refused({ overflow: 'spill' as 'wait' }, /overflow must be fail or drop-oldest or wait, got spill/)
  t.notThrows(() => open({ window: 1, bound: 1, gather: 1, waitMs: 0.5 }))
})
