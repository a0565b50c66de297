/** What the runtime keeps, whatever is sent, delivered, killed, restarted and stopped, in whatever order. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { DeathError } from '../../../src/runtime/errors/death-error.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import type { SystemEvent } from '../../../src/runtime/supervision/system-event.ts'
import { createKit, type Kit } from '../../../src/laws/index.ts'
import { numbering, relay, type Hop, type Record } from './cast.ts'

const names = ['a', 'b'] as const
const caller = 'trainer'
const intensity = { maxRestarts: 3, withinMs: 1_000, firstDelayMs: 10, factor: 2, maxDelayMs: 100 }

type Move =
  | { readonly kind: 'send'; readonly to: string; readonly route: readonly string[] }
  /** The way is the n-th of those by which something can arrive, counted round. */
  | { readonly kind: 'deliver'; readonly nth: number }
  | { readonly kind: 'kill' | 'restart'; readonly name: string }
  | { readonly kind: 'pass'; readonly ms: number }
  /** Promises act. */
  | { readonly kind: 'turn' }

const name = fc.constantFrom(...names)
const send = fc.record({ kind: fc.constant('send' as const), to: name, route: fc.array(name, { maxLength: 3 }) })
const deliver = fc.record({ kind: fc.constant('deliver' as const), nth: fc.nat(5) })
const pass = fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(200) })
const turn = fc.constant({ kind: 'turn' as const })
const disturb = fc.record({ kind: fc.constantFrom('kill' as const, 'restart' as const), name })
const calm = fc.oneof(
  { arbitrary: send, weight: 4 },
  { arbitrary: deliver, weight: 8 },
  { arbitrary: pass, weight: 2 },
  { arbitrary: turn, weight: 4 },
)
const moves = (move: fc.Arbitrary<Move>): fc.Arbitrary<readonly Move[]> =>
  fc.array(move, { maxLength: 150, size: 'max' })
const windows = fc.integer({ min: 1, max: 4 })

/** What was played, and what is left when all has come to rest. */
interface Play extends Record {
  readonly kit: Kit<Hop, Hop>
  readonly told: readonly { readonly event: SystemEvent; readonly atMs: number }[]
  /** Actors that were killed or restarted. */
  readonly touched: ReadonlySet<string>
}

async function play(window: number, steps: readonly Move[], maxRestarts = intensity.maxRestarts): Promise<Play> {
  const record: Record = { sent: [], arrived: [], alive: [] }
  const supervision = { kind: 'restart', ...intensity, maxRestarts } as const
  const actor = relay(caller, record)
  const actors = names.map(each => ({ name: each, actor, supervision }))
  const kit = await createKit<Hop, Hop>({ actors, caller, link: { window } })
  const told: { event: SystemEvent; atMs: number }[] = []
  kit.system.events.subscribe(event => told.push({ event, atMs: kit.clock.scheduler.now() }))
  kit.system.inbox.subscribe({ next: hop => record.arrived.push({ hop, life: 0 }), error: () => {} })
  const next = numbering(caller, 0, record.sent)
  const touched = new Set<string>()
  const restarts: Promise<unknown>[] = []
  for (const step of steps) {
    switch (step.kind) {
      case 'send':
        kit.system.send(next(step.to, step.route))
        break
      case 'deliver': {
        const ways = kit.deliveries()
        ways[step.nth % ways.length]?.deliver()
        break
      }
      case 'kill':
        touched.add(step.name)
        kit.kill(step.name)
        break
      case 'restart':
        touched.add(step.name)
        restarts.push(kit.system.restart(step.name).catch(expected))
        break
      case 'pass':
        kit.clock.advanceTo(kit.clock.scheduler.now() + step.ms)
        break
      case 'turn':
        await kit.tick()
    }
  }
  for (const restart of restarts) await kit.until(restart)
  await kit.untilIdle(60_000)
  return { ...record, kit, told, touched }
}

/** A restart that came too late, or whose fresh actor was killed at once. */
function expected(thrown: unknown): void {
  if (!(thrown instanceof FailedError || thrown instanceof DeathError)) throw thrown
}

/** The sent and the arrived of each life of a sender to one address, as the numbers they had there. */
function orders({ sent, arrived }: Play): readonly { from: string; to: string; sent: number[]; arrived: number[] }[] {
  const of = (hop: Hop): string => `${hop.from} ${hop.life} ${hop.to}`
  const lives = new Map(
    sent.map(hop => [of(hop), { from: hop.from, to: hop.to, sent: [] as number[], arrived: [] as number[] }]),
  )
  for (const hop of sent) lives.get(of(hop))?.sent.push(hop.order)
  for (const { hop } of arrived) lives.get(of(hop))?.arrived.push(hop.order)
  return [...lives.values()]
}

/** By sender and receiver, the lives of the sender from which messages arrived. */
function senders({ arrived }: Play): readonly (readonly number[])[] {
  const lives = new Map<string, number[]>()
  for (const { hop } of arrived) {
    const way = `${hop.from} ${hop.to}`
    lives.set(way, [...(lives.get(way) ?? []), hop.life])
  }
  return [...lives.values()]
}

const ascending = (numbers: readonly number[]): boolean => numbers.every((n, at) => at === 0 || n > numbers[at - 1]!)

async function creditsAreWhole(t: ExecutionContext, { kit }: Play, window: number): Promise<void> {
  const links = new Map<string, Awaited<ReturnType<typeof kit.system.inspect>>['links']>()
  for (const each of names) links.set(each, (await kit.until(kit.system.inspect(each))).links)
  for (const one of names) {
    for (const other of names) {
      if (one === other) continue
      const { credits, waiting } = links.get(one)?.[other] ?? t.fail()
      t.is(credits + (links.get(other)?.[one] ?? t.fail()).owed, window, `${one} → ${other}`)
      t.is(waiting, 0)
    }
  }
}

const restsAt = (t: ExecutionContext, { kit }: Play): void => {
  t.deepEqual([kit.deliveries().length, kit.clock.next()], [0, null], 'nothing is under way or due')
}

test('where nobody dies every message arrives once and in its order, whatever the order of deliveries', async t => {
  await fc.assert(
    fc.asyncProperty(windows, moves(calm), async (window, steps) => {
      const played = await play(window, steps)
      for (const { sent, arrived } of orders(played)) t.deepEqual(arrived, sent)
      t.deepEqual(played.told, [])
      await creditsAreWhole(t, played, window)
      restsAt(t, played)
    }),
    { numRuns: 100 },
  )
})

test('deaths and restarts double and reorder nothing, and lose only what touches the dead', async t => {
  const move = fc.oneof({ arbitrary: calm, weight: 8 }, { arbitrary: disturb, weight: 1 })
  await fc.assert(
    fc.asyncProperty(windows, moves(move), async (window, steps) => {
      const played = await play(window, steps, 1_000)
      for (const { from, to, sent, arrived } of orders(played)) {
        t.true(ascending(arrived), `${from} → ${to}: ${arrived.join(' ')}`)
        if (!played.touched.has(from) && !played.touched.has(to)) t.deepEqual(arrived, sent)
      }
      for (const lives of senders(played))
        t.deepEqual(
          lives,
          lives.toSorted((one, other) => one - other),
        )
      t.is(played.kit.failure(), null)
      t.deepEqual(played.alive.toSorted(), [...names])
      for (const each of names) {
        const last = played.told.findLast(({ event }) => nameOf(event) === each)
        t.true(last === undefined || last.event.kind === 'restarted', `${each} was left dead`)
      }
      await creditsAreWhole(t, played, window)
      restsAt(t, played)
    }),
    { numRuns: 100 },
  )
})

test('each death has one response, restarts keep within their intensity, and nothing follows an escalation', async t => {
  const move = fc.oneof({ arbitrary: calm, weight: 1 }, { arbitrary: disturb, weight: 1 })
  await fc.assert(
    fc.asyncProperty(windows, moves(move), async (window, steps) => {
      const played = await play(window, steps)
      const { told, kit } = played
      const escalation = told.findIndex(({ event }) => event.kind === 'died' && event.response.kind === 'escalate')
      for (const each of names) {
        const own = told.filter(({ event }) => nameOf(event) === each)
        const lives = own.flatMap(({ event }) => (event.kind === 'restarted' ? [event.incarnation] : []))
        t.true(ascending(lives), `${each} was restarted as ${lives.join(', ')}`)
        const answered = own.filter(({ event }) => event.kind === 'died' && event.response.kind === 'restart')
        for (const { atMs } of answered) {
          const within = answered.filter(other => other.atMs > atMs - intensity.withinMs && other.atMs <= atMs)
          t.true(within.length <= intensity.maxRestarts)
        }
      }
      t.is(kit.failure() instanceof DeathError, escalation >= 0)
      if (escalation >= 0) {
        const after = told.slice(escalation + 1).map(({ event }) => event.kind === 'died' && event.response.kind)
        t.true(after.every(response => response === 'stop'))
        t.deepEqual(played.alive, [])
      }
      restsAt(t, played)
    }),
    { numRuns: 100 },
  )
})

test('the order to stop always comes to an end, whatever it comes between', async t => {
  const move = fc.oneof({ arbitrary: calm, weight: 4 }, { arbitrary: disturb, weight: 1 })
  await fc.assert(
    fc.asyncProperty(windows, moves(move), moves(move), fc.nat(3_000), async (window, before, beside, deadlineMs) => {
      const played = await play(window, before)
      const { kit } = played
      let ends = 0
      kit.system.events.subscribe({ complete: () => (ends += 1) })
      const stopping = kit.system.stop(deadlineMs)
      for (const step of beside) {
        if (step.kind === 'kill') kit.kill(step.name)
        if (step.kind === 'restart') void kit.system.restart(step.name).catch(expected)
        if (step.kind === 'deliver') kit.deliveries()[0]?.deliver()
        if (step.kind === 'turn') await kit.tick()
      }
      await kit.until(stopping)
      await kit.untilIdle(60_000)
      t.is(ends, 1)
      t.deepEqual(played.alive, [])
      await t.throwsAsync(kit.until(kit.system.restart('a')), { instanceOf: FailedError, message: 'a was stopped' })
      restsAt(t, played)
    }),
    { numRuns: 100 },
  )
})

const nameOf = (event: SystemEvent): string => (event.kind === 'died' ? event.death.actor : event.actor)
