/** What two joined links keep, however sends, deliveries, grants and closings come between each other. */
import test from 'ava'
import fc from 'fast-check'
import type { Addressed } from '../../../src/contracts/actor.ts'
import { MailboxFullError } from '../../../src/runtime/errors/mailbox-full-error.ts'
import type { LinkOptions, Overflow } from '../../../src/runtime/wires/link-options.ts'
import { openLink, type Link } from '../../../src/runtime/wires/link.ts'
import { interleavedChannel, numbered, script, upTo, type Numbered } from './interleaved.ts'

/** One end, with what it tried to send, what arrived and how much of that was consumed. */
interface End {
  readonly link: Link
  readonly arrived: Numbered[]
  readonly refused: number[]
  attempts: number
  consumed: number
}

const numbers = ({ arrived }: End): readonly number[] => arrived.map(({ number }) => number)

function pair(s: fc.Scheduler, options: LinkOptions): readonly [End, End] {
  const { ends } = interleavedChannel(s)('a', 'b')
  const open = (index: 0 | 1): End => {
    const arrived: Numbered[] = []
    const receive = (messages: readonly Addressed[]): void => void arrived.push(...(messages as readonly Numbered[]))
    const fail = (error: Error): never => {
      throw error
    }
    const link = openLink(ends[index], 'a → b', { receive, fail }, options)
    return { link, arrived, refused: [], attempts: 0, consumed: 0 }
  }
  return [open(0), open(1)]
}

function send(end: End, count: number): void {
  for (let sent = 0; sent < count; sent += 1) {
    const number = end.attempts
    end.attempts += 1
    try {
      end.link.send(numbered(number))
    } catch (error) {
      if (!(error instanceof MailboxFullError)) throw error
      end.refused.push(number)
    }
  }
}

function consume(end: End, most: number): void {
  const count = Math.min(most, end.arrived.length - end.consumed)
  end.consumed += count
  end.link.grant(count)
}

const moves = fc.array(fc.record({ sends: fc.nat(12), consumes: fc.nat(12) }), { maxLength: 12, size: 'max' })
const windows = fc.integer({ min: 1, max: 6 })
const bounds = fc.integer({ min: 1, max: 8 })

const stepsOf = (end: End, plan: readonly { sends: number; consumes: number }[], check: () => void) =>
  plan.flatMap(({ sends, consumes }) => [
    () => {
      send(end, sends)
      check()
    },
    () => {
      consume(end, consumes)
      check()
    },
  ])

/** Until nothing is under way and all that arrived is consumed. */
async function rest(s: fc.Scheduler, ends: readonly End[]): Promise<void> {
  do {
    for (const end of ends) consume(end, Infinity)
    await s.waitIdle()
  } while (ends.some(({ arrived, consumed }) => consumed < arrived.length))
}

test('nothing is lost, doubled or overtaken either way; credits stay in the window, and at rest it is whole', async t => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), windows, moves, moves, async (s, window, ofA, ofB) => {
      const [a, b] = pair(s, { window })
      const check = (): void => {
        for (const { link, arrived, consumed } of [a, b]) {
          const { credits, owed } = link.counts()
          t.true(credits >= 0 && credits <= window)
          t.true(owed >= 0 && owed <= window)
          t.true(arrived.length - consumed <= window)
        }
      }
      script(s, 'a', stepsOf(a, ofA, check))
      script(s, 'b', stepsOf(b, ofB, check))
      await s.waitIdle()
      await rest(s, [a, b])
      for (const [from, to] of [[a, b] as const, [b, a] as const]) {
        t.deepEqual(numbers(to), upTo(from.attempts))
        t.is(from.link.counts().credits + to.link.counts().owed, window)
        t.like(from.link.counts(), { sent: from.attempts, waiting: 0, lost: 0, dropped: 0 })
        t.is(to.link.counts().received, from.attempts)
      }
    }),
    { numRuns: 300 },
  )
})

test('each policy keeps its bound, and accounts for every message', async t => {
  const overflows = fc.constantFrom<Overflow[]>('fail', 'drop-oldest', 'wait')
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.record({ window: windows, bound: bounds, overflow: overflows }),
      moves,
      moves,
      async (s, options, ofA, ofB) => {
        const [a, b] = pair(s, options)
        const most = options.overflow === 'wait' ? 2 * options.bound : options.bound
        const check = (): void => {
          const { waiting, credits, sent, dropped } = a.link.counts()
          t.true(waiting - credits <= most)
          t.is(sent + waiting + dropped + a.refused.length, a.attempts)
        }
        script(s, 'a', stepsOf(a, ofA, check))
        script(
          s,
          'b',
          ofB.map(
            ({ consumes }) =>
              () =>
                consume(b, consumes),
          ),
        )
        await s.waitIdle()
        await rest(s, [a, b])
        const { dropped } = a.link.counts()
        t.is(b.arrived.length + dropped + a.refused.length, a.attempts)
        t.deepEqual(
          numbers(b),
          [...new Set(numbers(b))].sort((one, other) => one - other),
        )
        if (options.overflow === 'drop-oldest') {
          t.deepEqual(a.refused, [])
          t.is(a.attempts, 0 < a.attempts ? numbers(b).at(-1)! + 1 : 0, 'the newest is never the one that is dropped')
        } else {
          t.is(dropped, 0)
          t.deepEqual(
            numbers(b),
            upTo(a.attempts).filter(number => !a.refused.includes(number)),
          )
        }
        t.is(a.link.counts().credits + b.link.counts().owed, options.window)
      },
    ),
    { numRuns: 300 },
  )
})

test('a waiting sender is woken when either end closes; the messages that arrived are a prefix of those sent', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      windows,
      moves,
      moves,
      fc.constantFrom(0 as const, 1 as const),
      fc.nat(12),
      async (s, window, ofA, ofB, closer, when) => {
        const ends = pair(s, { window })
        const [a, b] = ends
        const waits: Promise<void>[] = []
        const wait = (): void => void waits.push(a.link.flushed(), b.link.flushed())
        script(s, 'a', stepsOf(a, ofA, wait))
        script(s, 'b', stepsOf(b, ofB, wait))
        script(s, 'close', [...upTo(when).map(() => () => {}), () => ends[closer].link.close()])
        await s.waitIdle()
        await Promise.all(waits)
        for (const [from, to] of [[a, b] as const, [b, a] as const]) {
          const { sent, lost, waiting } = from.link.counts()
          t.deepEqual(numbers(to), upTo(to.arrived.length))
          t.is(waiting, 0)
          t.is(sent + lost, from.attempts)
          t.true(to.arrived.length <= sent)
        }
      },
    ),
    { numRuns: 300 },
  )
})
