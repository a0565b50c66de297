/** What the switchboards of several addresses keep, however deliveries, deaths and rejoinings come between each other. */
import test from 'ava'
import fc from 'fast-check'
import { concatMap, from as emit, ignoreElements, take } from 'rxjs'
import { StandstillError } from '../../../src/runtime/errors/standstill-error.ts'
import type { LinkOptions, Overflow } from '../../../src/runtime/wires/link-options.ts'
import { switchboard, type Switchboard } from '../../../src/runtime/wires/switchboard.ts'
import { virtualClock } from '../../../src/runtime/virtual/clock.ts'
import { virtualChannel } from '../../../src/runtime/virtual/channel.ts'
import { present } from '../../fixtures/present.ts'
import { lastOf } from '../../../src/math/last-of.ts'
import { interleavedChannel, numbered, script, upTo, type Numbered } from './interleaved.ts'

type Board = Switchboard<Numbered, Numbered>

const sizes = fc.record({ window: fc.integer({ min: 1, max: 5 }), bound: fc.integer({ min: 1, max: 6 }) })

/** An actor may answer one message by as many as the bound. */
const roomy = fc.record({ window: fc.integer({ min: 1, max: 5 }), bound: fc.integer({ min: 3, max: 6 }) })

function join(s: fc.Scheduler, [a, one]: readonly [string, Board], [b, other]: readonly [string, Board]): void {
  const { ends } = interleavedChannel(s)(a, b)
  one.join(b, ends[0])
  other.join(a, ends[1])
}

/** Takes the next message, if one is there. */
const consume = (board: Board, into: number[]) => (): void => {
  board.inbox
    .pipe(take(1))
    .subscribe(({ number }) => into.push(number))
    .unsubscribe()
}

test('where mailboxes wait, a slow consumer slows down its producers, through any actor between: nothing fails or is lost', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      roomy,
      fc.nat(60),
      fc.integer({ min: 1, max: 3 }),
      async (s, size, count, copies) => {
        const options: LinkOptions = { ...size, overflow: 'wait' }
        const [source, relay, sink] = [0, 1, 2].map((): Board => switchboard('board', options))
        if (source === undefined || relay === undefined || sink === undefined) return t.fail()
        join(s, ['source', source], ['relay', relay])
        join(s, ['relay', relay], ['sink', sink])
        /* One message in, several out: the pause of its inbox must come between two messages, not within one. */
        relay.inbox
          .pipe(
            concatMap(({ number }) =>
              emit(upTo(copies).map(copy => numbered(number * copies + copy, 'relay', 'sink'))),
            ),
          )
          .subscribe(relay.send)
        const waiting = (board: Board, peer: string): number => {
          const { waiting: all, credits } = board.counts()[peer] ?? t.fail()
          return all - credits
        }
        const produce = async (): Promise<void> => {
          for (const number of upTo(count)) {
            await source.drained()
            source.send(numbered(number, 'source', 'relay'))
            t.true(waiting(source, 'relay') <= size.bound)
          }
        }
        const produced = produce()
        const got: number[] = []
        const check = (): void => void t.true(waiting(relay, 'sink') < size.bound + copies)
        script(
          s,
          'sink',
          upTo(20).map(() => () => {
            consume(sink, got)()
            check()
          }),
        )
        await s.waitIdle()
        for (let before = -1; before < got.length;) {
          before = got.length
          for (let most = 0; most < size.window; most += 1) consume(sink, got)()
          await s.waitIdle()
          check()
        }
        await produced
        t.deepEqual(got, upTo(count * copies))
        for (const board of [source, relay, sink]) t.true(Object.values(board.counts()).every(({ lost }) => lost === 0))
      },
    ),
    { numRuns: 200 },
  )
})

/** One life of an address: its switchboard, and what it got. */
interface Life {
  readonly board: Board
  readonly got: number[]
}

test('an actor that dies and is joined again gets each message at most once and in order; waiting senders are woken', async t => {
  const overflow = fc.constantFrom<Overflow[]>('fail', 'drop-oldest', 'wait')
  const steps = fc.array(fc.nat(6), { maxLength: 15, size: 'max' })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      sizes,
      overflow,
      steps,
      steps,
      fc.nat(3),
      async (s, size, policy, sends, consumes, deaths) => {
        const options: LinkOptions = { ...size, overflow: policy }
        const a: Board = switchboard('a', options)
        const fresh = (): Life => ({ board: switchboard('b', options), got: [] })
        const lives = [fresh()]
        const now = (): Life => lastOf(lives)
        join(s, ['a', a], ['b', now().board])

        let attempts = 0
        let refused = 0
        let joined = Promise.resolve()
        const waits: Promise<void>[] = []
        const send = (): void => {
          attempts += 1
          try {
            a.send(numbered(attempts))
          } catch {
            refused += 1
          }
        }
        const restart = (): void => {
          now().board.close()
          lives.push(fresh())
          const [here, there] = interleavedChannel(s)('a', 'b').ends
          now().board.join('a', there)
          /* Its peer learns of it later, in its own time. */
          joined = joined.then(() => s.schedule(Promise.resolve(), 'join')).then(() => a.join('b', here))
        }
        script(
          s,
          'a',
          sends.map(count => () => {
            for (let sent = 0; sent < count; sent += 1) send()
            waits.push(a.flushed(), a.drained())
          }),
        )
        const consumeNow = (most: number): void => {
          for (let taken = 0; taken < most; taken += 1) consume(now().board, now().got)()
        }
        script(
          s,
          'b',
          consumes.map(most => () => consumeNow(most)),
        )
        script(
          s,
          'death',
          upTo(deaths).map(() => restart),
        )
        await s.waitIdle()
        for (let before = -1; before < now().got.length;) {
          before = now().got.length
          consumeNow(attempts + 1)
          await s.waitIdle()
        }
        await Promise.all(waits)
        const all = lives.flatMap(({ got }) => got)
        t.deepEqual(
          all,
          [...new Set(all)].sort((one, other) => one - other),
        )
        if (deaths === 0) t.is(all.length + refused + present(a.counts().b).dropped, attempts)
        t.is(present(a.counts().b).credits + present(now().board.counts().a).owed, size.window)
        t.is(present(a.counts().b).waiting, 0)
      },
    ),
    { numRuns: 200 },
  )
})

test('two that wait for each other are not left so: after waitMs the inbox and the waiting senders hear which link is blocked', async t => {
  const clock = virtualClock()
  const make = (name: string): Board => switchboard(name, { window: 1, bound: 1, overflow: 'wait', waitMs: 500 }, clock)
  const [a, b] = [make('a'), make('b')]
  const { ends, ways } = virtualChannel('a', 'b')
  a.join('b', ends[0])
  b.join('a', ends[1])
  const errors: unknown[] = []
  /* Nobody takes what arrives, so no credit comes back. */
  a.inbox.pipe(ignoreElements()).subscribe({ error: (error: unknown) => errors.push(error) })
  for (const number of [0, 1]) b.send(numbered(number, 'b', 'a'))
  for (const number of [0, 1]) a.send(numbered(number))
  await Promise.resolve()
  for (const way of ways) way.deliver()
  const drained = t.throwsAsync(a.drained(), {
    instanceOf: StandstillError,
    message: /^a → b: nothing has left .* 500 ms$/,
  })
  clock.advanceTo(499)
  t.deepEqual(errors, [])
  clock.advanceTo(500)
  t.is<unknown, unknown>(await drained, errors[0])
  a.close()
  b.close()
  t.is(clock.next(), null, 'no timer is left')
})

test('a mailbox that moves, however slowly, is no standstill', async t => {
  const clock = virtualClock()
  const a: Board = switchboard('a', { window: 1, bound: 2, overflow: 'wait', waitMs: 100 }, clock)
  const b: Board = switchboard('b', { window: 1 })
  const { ends, ways } = virtualChannel('a', 'b')
  a.join('b', ends[0])
  b.join('a', ends[1])
  const errors: unknown[] = []
  a.inbox.subscribe({ error: (error: unknown) => errors.push(error) })
  for (const number of upTo(5)) a.send(numbered(number))
  const got: number[] = []
  for (let frame = 90; frame <= 450; frame += 90) {
    await Promise.resolve()
    ways[0].deliver()
    consume(b, got)()
    await Promise.resolve()
    ways[1].deliver()
    clock.advanceTo(frame)
  }
  t.deepEqual([got, errors], [upTo(5), []])
})

test('waiting ends when the other end goes', async t => {
  const [a, b] = [0, 1].map((): Board => switchboard('board', { window: 1, bound: 1, overflow: 'wait' }))
  const { ends, ways } = virtualChannel('a', 'b')
  present(a).join('b', ends[0])
  present(b).join('a', ends[1])
  for (const number of [0, 1]) present(a).send(numbered(number))
  const drained = present(a).drained()
  present(b).close()
  ways[1].deliver()
  await t.notThrowsAsync(drained)
  t.like(present(a).counts().b, { sent: 0, lost: 2, waiting: 0 })
})
