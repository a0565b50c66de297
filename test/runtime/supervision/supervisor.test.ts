import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import type { Death } from '../../../src/runtime/errors/death.ts'
import type { Strategy } from '../../../src/runtime/supervision/strategy.ts'
import { supervisor, type Supervisor } from '../../../src/runtime/supervision/supervisor.ts'
import type { SystemEvent } from '../../../src/runtime/supervision/system-event.ts'

const names = ['a', 'b', 'c']
const deathOf = (actor: string): Death => ({
  actor,
  cause: 'exception',
  reason: '',
  stack: '',
  exitCode: 1,
  output: '',
})

const strategy: fc.Arbitrary<Strategy> = fc.oneof(
  fc.constant<Strategy>({ kind: 'stop' }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restart' as const), most: fc.integer({ min: 1, max: 6 }) }) },
  fc.constant<Strategy>({ kind: 'escalate' }),
)

type Happening = readonly [afterMs: number, what: 'dies' | 'released' | 'retired', actor: string]

const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.tuple(
    fc.nat(400),
    fc.oneof(
      { weight: 12, arbitrary: fc.constant('dies' as const) },
      { weight: 3, arbitrary: fc.constant('released' as const) },
      { weight: 1, arbitrary: fc.constant('retired' as const) },
    ),
    fc.constantFrom(...names),
  ),
  { maxLength: 30 },
)

/** All that a supervisor does, and all that is done to it, in the order in which it happens. */
type Line = readonly [
  atMs: number,
  what: 'dies' | 'released' | 'retired' | 'restarts' | 'escalates' | 'told',
  actor: string,
  event?: SystemEvent,
]

function live(strategies: readonly Strategy[], plan: readonly Happening[]): readonly Line[] {
  const scheduler = new VirtualTimeScheduler()
  const lines: Line[] = []
  const write = (what: Line[1], actor: string, event?: SystemEvent): void => {
    lines.push(event === undefined ? [scheduler.now(), what, actor] : [scheduler.now(), what, actor, event])
  }
  const watcher: Supervisor = supervisor({
    actors: names.map((name, index) => ({ name, supervision: strategies[index] ?? { kind: 'stop' } })),
    scheduler,
    tell: event => write('told', event.kind === 'died' ? event.death.actor : event.actor, event),
    restart: actor => write('restarts', actor),
    escalate: ({ actor }) => write('escalates', actor),
  })
  let atMs = 0
  for (const [afterMs, what, actor] of plan) {
    atMs += afterMs
    scheduler.schedule(() => {
      write(what, actor)
      if (what === 'dies') watcher.died(deathOf(actor))
      else if (what === 'released') watcher.release(actor)
      else watcher.retire()
    }, atMs)
  }
  scheduler.flush()
  return lines
}

const lives = fc.tuple(fc.tuple(strategy, strategy, strategy), happenings).map(([strategies, plan]) => ({
  strategies,
  lines: live(strategies, plan),
}))

test('every death is told of at once, with one response', t => {
  fc.assert(
    fc.property(lives, ({ lines }) => {
      lines.forEach(([atMs, what, actor], index) => {
        if (what === 'dies') t.deepEqual(lines[index + 1]?.slice(0, 3), [atMs, 'told', actor])
      })
      t.is(lines.filter(([, what]) => what === 'dies').length, lines.filter(([, what]) => what === 'told').length)
    }),
  )
})

test('what was answered by a restart is restarted once, in its time, unless something came between', t => {
  fc.assert(
    fc.property(lives, ({ lines }) => {
      const promised = lines.flatMap(([atMs, , actor, event], index) => {
        if (event?.kind !== 'died' || event.response.kind !== 'restart') return []
        const dueMs = atMs + event.response.delayMs
        const later = lines.slice(index + 1)
        const between = later.findIndex(
          ([, what, who]) =>
            what === 'retired' || what === 'escalates' || (who === actor && (what === 'dies' || what === 'released')),
        )
        const due = later.findIndex(([at, what, who]) => what === 'restarts' && who === actor && at === dueMs)
        const kept = due >= 0 && (between < 0 || due < between)
        t.true(kept || (between >= 0 && (later[between]?.[0] ?? 0) <= dueMs), `${actor} at ${dueMs}`)
        return kept ? [`${actor} ${dueMs}`] : []
      })
      const made = lines.filter(([, what]) => what === 'restarts').map(([atMs, , actor]) => `${actor} ${atMs}`)
      t.deepEqual([...made].sort(), promised.sort())
    }),
  )
})

test('it does as it told: it escalates at once where it said so, and nowhere else', t => {
  fc.assert(
    fc.property(lives, ({ lines }) => {
      lines.forEach(([atMs, what, actor, event], index) => {
        if (event?.kind === 'died' && event.response.kind === 'escalate')
          t.deepEqual(lines[index + 1], [atMs, 'escalates', actor])
        if (what !== 'escalates') return
        const told = lines[index - 1]?.[3]
        t.is(told?.kind === 'died' && told.response.kind, 'escalate')
      })
      t.pass()
    }),
  )
})

test('deaths of one actor add up: 20 ms, 40 ms, then no more; those of another do not count', t => {
  const restart: Strategy = { kind: 'restart', maxRestarts: 2 }
  const dies = (actor: string): Happening => [0, 'dies', actor]
  const lines = live([restart, restart], [dies('a'), dies('b'), dies('a'), dies('a')])
  const responses = lines.flatMap(([, , actor, event]) => (event?.kind === 'died' ? [[actor, event.response]] : []))
  t.deepEqual(responses, [
    ['a', { kind: 'restart', delayMs: 20 }],
    ['b', { kind: 'restart', delayMs: 20 }],
    ['a', { kind: 'restart', delayMs: 40 }],
    ['a', { kind: 'escalate', reason: 'more than 2 deaths within 60000 ms' }],
  ])
})

test('a listener that hears of a death may stop the system: then nothing is restarted', t => {
  const scheduler = new VirtualTimeScheduler()
  const watcher: Supervisor = supervisor({
    actors: [{ name: 'a', supervision: { kind: 'restart' } }],
    scheduler,
    tell: () => watcher.retire(),
    restart: () => t.fail(),
    escalate: () => t.fail(),
  })
  watcher.died(deathOf('a'))
  scheduler.flush()
  t.pass()
})

test('the death of an actor it was not given is told, and nothing is done about it', t => {
  const told: SystemEvent[] = []
  const { died } = supervisor({
    actors: [],
    scheduler: new VirtualTimeScheduler(),
    tell: event => told.push(event),
    restart: () => t.fail(),
    escalate: () => t.fail(),
  })
  died(deathOf('stranger'))
  t.deepEqual(told, [{ kind: 'died', death: deathOf('stranger'), response: { kind: 'stop' } }])
})

test('it escalates at most once, and does nothing after that, nor once it has retired', t => {
  fc.assert(
    fc.property(lives, ({ lines }) => {
      const end = lines.findIndex(([, what]) => what === 'retired' || what === 'escalates')
      const after = end < 0 ? [] : lines.slice(end + 1)
      for (const [, what, , event] of after) {
        t.false(what === 'restarts' || what === 'escalates')
        if (event?.kind === 'died') t.is(event.response.kind, 'stop')
      }
      t.true(lines.filter(([, what]) => what === 'escalates').length <= 1)
    }),
  )
})

test('an actor of no strategy escalates', t => {
  const escalated: string[] = []
  const { died } = supervisor({
    actors: [{ name: 'a' }],
    scheduler: new VirtualTimeScheduler(),
    tell: () => {},
    restart: () => t.fail(),
    escalate: ({ actor }) => escalated.push(actor),
  })
  died(deathOf('a'))
  t.deepEqual(escalated, ['a'])
})
