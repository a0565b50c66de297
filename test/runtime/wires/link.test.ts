import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { MessageChannel } from 'node:worker_threads'
import type { Addressed } from '../../../src/contracts/actor.ts'
import type { LinkOptions } from '../../../src/runtime/wires/link-options.ts'
import { openLink, type Link } from '../../../src/runtime/wires/link.ts'
import { MailboxFullError } from '../../../src/runtime/errors/mailbox-full-error.ts'
import { tick } from '../../../src/streams/tick.ts'

interface Numbered extends Addressed {
  readonly number: number
}

const numbered = (number: number): Numbered => ({ to: 'b', from: 'a', kind: 'numbered', number })
const ignore = (): void => {}

/** Two links joined with each other. */
function pair(
  t: ExecutionContext,
  options: LinkOptions,
  receive: (messages: readonly Addressed[]) => void,
): readonly [Link, Link] {
  const { port1, port2 } = new MessageChannel()
  const fail = (error: Error): void => t.fail(error.message)
  const links = [
    openLink(port1, 'a → b', { receive: ignore, fail }, options),
    openLink(port2, 'b → a', { receive, fail }, options),
  ] as const
  t.teardown(() => links[0].close())
  return links
}

test('credits stay within the window, none leaks, and the order holds, however the receiver dawdles', async t => {
  const schedule = fc.record({
    window: fc.integer({ min: 1, max: 6 }),
    /* What happens in each turn: how many are sent, how many consumed. */
    turns: fc.array(fc.record({ sends: fc.nat(10), consumes: fc.nat(10) }), { minLength: 1, maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(schedule, async ({ window, turns }) => {
      const arrived: Addressed[] = []
      let consumed = 0
      let sent = 0
      const [a, b] = pair(t, { window }, messages => arrived.push(...messages))
      const consume = (most: number): void => {
        const count = Math.min(most, arrived.length - consumed)
        consumed += count
        b.grant(count)
      }
      const check = (): void => {
        const { credits, waiting, sent: left } = a.counts()
        t.true(credits >= 0 && credits <= window)
        t.true(arrived.length - consumed <= window)
        t.true(left - consumed <= window)
        t.true(waiting + left <= sent)
      }
      for (const { sends, consumes } of turns) {
        for (let count = 0; count < sends; count += 1) a.send(numbered(sent++))
        consume(consumes)
        await tick()
        check()
      }
      while (arrived.length < sent) {
        consume(window)
        await tick()
        check()
      }
      consume(sent)
      await tick()
      t.deepEqual(
        arrived,
        Array.from({ length: sent }, (_, number) => numbered(number)),
      )
      t.true(a.counts().credits > window / 2 || window === 1, 'less than half a window may be owed at rest')
      t.is(a.counts().waiting, 0)
      a.close()
    }),
    { numRuns: 60 },
  )
})

test('as many as are gathered leave at once, the rest of a turn together', async t => {
  const frames: number[] = []
  const [a] = pair(t, { gather: 30 }, messages => frames.push(messages.length))
  for (let number = 0; number < 100; number += 1) a.send(numbered(number))
  await a.flushed()
  while (frames.length < 4) await tick()
  t.deepEqual(frames, [30, 30, 30, 10])
})

test('a full mailbox fails, and says which and how full', async t => {
  const [a] = pair(t, { window: 2, bound: 3 }, ignore)
  for (let number = 0; number < 5; number += 1) a.send(numbered(number))
  const error = t.throws(() => a.send(numbered(5)), {
    instanceOf: MailboxFullError,
    message: 'a → b: 3 messages wait already',
  })
  t.like(error, { link: 'a → b', bound: 3 })
  await tick()
  t.like(a.counts(), { sent: 2, credits: 0, waiting: 3 })
})

test('what is sent to nobody is counted, not kept', async t => {
  const [a, b] = pair(t, { window: 1 }, ignore)
  a.send(numbered(0))
  a.send(numbered(1))
  await tick()
  b.close()
  await a.flushed()
  a.send(numbered(2))
  t.like(a.counts(), { sent: 1, waiting: 0, lost: 2 })
})

test('what is not plain data is refused by kind, and what came before it is not', async t => {
  const { port1, port2 } = new MessageChannel()
  const errors: Error[] = []
  const link = openLink(port1, 'a → b', { receive: ignore, fail: error => errors.push(error) })
  t.teardown(() => port2.close())
  link.send(numbered(0))
  await link.flushed()
  link.send(Object.assign(numbered(1), { kind: 'secret', reply: ignore }))
  await link.flushed()
  t.deepEqual(errors.map(String), ['TypeError: a → b: a message of kind secret is not plain data'])
})

test('an end that grants what was never sent is refused', async t => {
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port2.close())
  const error = await new Promise<Error>(fail => {
    openLink(port1, 'a → b', { receive: ignore, fail }, { window: 4 })
    port2.postMessage([1, []])
  })
  t.is(error.message, 'a → b: 5 credits in a window of 4')
})

test('window and bound are checked', t => {
  t.throws(() => pair(t, { window: 0 }, ignore), { instanceOf: RangeError, message: /window.*got 0/ })
  t.throws(() => pair(t, { bound: -1 }, ignore), { instanceOf: RangeError, message: /bound.*got -1/ })
})
