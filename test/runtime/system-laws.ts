/** What every deployment of actors must satisfy, whether they run in threads or not. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { bufferCount, filter, firstValueFrom, take, tap, toArray } from 'rxjs'
import type { Health } from '../../src/runtime/health.ts'
import type { AssembleOptions, System } from '../../src/runtime/system-interface.ts'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import type { SystemEvent } from '../../src/runtime/supervision/system-event.ts'
import type { ActorSpec } from '../../src/runtime/deployment/actor-spec.ts'
import type { Note } from './actors/echo.ts'
import { firstDeath, nextEvent } from './next-event.ts'
import { note } from './note.ts'

const echo = new URL('./actors/echo.js', import.meta.url)
const fragile = new URL('./actors/fragile.js', import.meta.url)

/** Without the machine, which those of this one do not have. */
const stateOf = ({ machine: _, ...state }: Partial<Health> = {}) => state

export type Create = (options: AssembleOptions<ActorSpec>) => Promise<System<Note, Note>>

export function systemLaws(title: string, create: Create): void {
  const start = async (t: ExecutionContext, options: AssembleOptions<ActorSpec>): Promise<System<Note, Note>> => {
    const system = await create(options)
    t.teardown(() => system.stop())
    return system
  }
  const two = [
    { name: 'a', module: echo, options: { mark: '-a' } },
    { name: 'b', module: echo, options: { mark: '-b' } },
  ]

  const mortal = { name: 'c', module: fragile, supervision: { kind: 'stop' } } as const

  test.serial(`${title}: a message goes from actor to actor and back to the caller`, async t => {
    const system = await start(t, { actors: two })
    system.send(note('a', 'x', 'b', 'a', 'b'))
    t.like(await firstValueFrom(system.inbox), { from: 'b', text: 'x-a-b-a-b' })
  })

  test.serial(`${title}: nothing is lost, doubled or overtaken, whatever the window`, async t => {
    const sizes = fc.record({ window: fc.integer({ min: 1, max: 9 }), count: fc.integer({ min: 1, max: 300 }) })
    await fc.assert(
      fc.asyncProperty(sizes, async ({ window, count }) => {
        const system = await create({ actors: two, link: { window } })
        const texts = Array.from({ length: count }, (_, index) => String(index))
        for (const text of texts) system.send(note('a', text, 'b'))
        const replies = await firstValueFrom(system.inbox.pipe(take(count), toArray()))
        t.deepEqual(
          replies.map(({ text }) => text),
          texts.map(text => `${text}-a-b`),
        )
        await system.stop()
      }),
      { numRuns: 5 },
    )
  })

  test.serial(`${title}: a crash is told with its reason, and those who live go on`, async t => {
    const system = await start(t, { actors: [...two, mortal] })
    const death = firstDeath(system)
    system.send(note('c', 'throw'))
    const { actor, cause, reason, stack } = await death
    t.deepEqual([actor, cause, reason], ['c', 'exception', 'RangeError: slip must be in [0, 1), got 1.2'])
    t.regex(stack, /fragile/)
    system.send(note('a', 'x'))
    t.is((await firstValueFrom(system.inbox)).text, 'x-a')
    system.send(note('c', 'to the dead'))
  })

  test.serial(`${title}: a start that is aborted stops those who have begun`, async t => {
    const abort = new AbortController()
    const late = { ...mortal, options: { start: 'hang forever' } }
    const started = create({ actors: [...two, late], signal: abort.signal })
    const reason = new Error('enough')
    setImmediate(() => abort.abort(reason))
    t.is(await t.throwsAsync(started), reason)
  })

  test.serial(`${title}: a message to nobody kills its sender and names the address`, async t => {
    const system = await start(t, { actors: [mortal] })
    const death = firstDeath(system)
    system.send(note('c', 'misaddress'))
    t.regex((await death).reason, /'nowhere'.*trainer/)
    t.throws(() => system.send(note('elsewhere', '')), {
      message: /trainer sent a message to 'elsewhere'.*joined only with: c/,
    })
  })

  test.serial(`${title}: a restarted actor is joined with everybody again`, async t => {
    const system = await start(t, { actors: [...two, mortal] })
    const death = firstDeath(system)
    system.send(note('c', 'throw'))
    await death
    await system.restart('c')
    await system.restart('a')
    system.send(note('b', 'x', 'a', 'b', 'c'))
    t.is((await firstValueFrom(system.inbox)).text, 'alive: x-b-a-b')
  })

  test.serial(`${title}: what is asked once an actor has been replaced is answered by its successor`, async t => {
    const system = await start(t, { actors: two })
    await system.restart('a')
    for (const text of ['1', '2', '3', '4']) {
      const isReply = (reply: Note): reply is Note => reply.text === `${text}-a`
      t.like(await system.ask({ ...note('a', text), id: text }, { reply: isReply }), { from: 'a' })
    }
  })

  test.serial(
    `${title}: an actor that ends by itself is told of, and one that was stopped or replaced is not`,
    async t => {
      const system = await start(t, { actors: [...two, { name: 'c', module: fragile, options: { notes: 1 } }] })
      const events = firstValueFrom(system.events.pipe(toArray()))
      await system.restart('a')
      const left = nextEvent(system, 'exited')
      system.send(note('c', 'x'))
      t.is((await firstValueFrom(system.inbox)).text, 'alive: x')
      await left
      await system.stop()
      t.deepEqual(await events, [
        { kind: 'restarted', actor: 'a', incarnation: 1 },
        { kind: 'exited', actor: 'c' },
      ])
    },
  )

  test.serial(`${title}: an actor under restart is replaced by itself, as another incarnation`, async t => {
    const supervision = { kind: 'restart', firstDelayMs: 0 } as const
    const system = await start(t, { actors: [{ ...mortal, supervision }] })
    for (const incarnation of [1, 2]) {
      const died = nextEvent(system, 'died')
      const restarted = nextEvent(system, 'restarted')
      system.send(note('c', 'throw'))
      t.deepEqual((await died).response, { kind: 'restart', delayMs: 0 })
      t.deepEqual(await restarted, { kind: 'restarted', actor: 'c', incarnation })
      system.send(note('c', 'x'))
      t.is((await firstValueFrom(system.inbox)).text, 'alive: x')
    }
  })

  test.serial(`${title}: a death that escalates stops the others and is the end of the inbox`, async t => {
    const escalating = { name: 'c', module: fragile }
    const often = { ...mortal, name: 'd', supervision: { kind: 'restart', maxRestarts: 1, firstDelayMs: 0 } } as const
    for (const actors of [
      [...two, escalating],
      [...two, often],
    ]) {
      const system = await start(t, { actors })
      const ended = firstValueFrom(system.events.pipe(toArray()))
      const inbox = firstValueFrom(system.inbox)
      const mortals = actors.slice(2)
      const restarted = nextEvent(system, 'restarted').catch(() => {})
      system.send(note(mortals[0]?.name ?? '', 'throw'))
      if (mortals[0] === often) {
        await restarted
        system.send(note('d', 'throw'))
      }
      await t.throwsAsync(inbox, { instanceOf: DeathError, message: /\(exception\): RangeError: slip/ })
      const [last] = (await ended).slice(-1)
      t.is(last?.kind === 'died' ? last.response.kind : '', 'escalate')
      await t.throwsAsync(system.inspect('a'), { message: 'a was stopped' })
      await t.throwsAsync(firstValueFrom(system.inbox), { instanceOf: DeathError })
    }
  })

  test.serial(`${title}: a question has its own answer, or an end when the actor dies or is replaced`, async t => {
    const { c, d } = { c: { ...mortal, name: 'c' }, d: { ...mortal, name: 'd' } }
    const system = await start(t, { actors: [...two, c, d] })
    const asked = (to: string, text: string): Promise<Note> =>
      system.ask({ ...note(to, text), id: text }, { reply: (reply): reply is Note => reply.text.endsWith(`${text}-b`) })
    system.send(note('a', 'before'))
    const answer = asked('a', 'x')
    const [first, second] = await Promise.all([asked('b', 'y'), asked('b', 'z')])
    t.deepEqual([first.text, second.text], ['y-b', 'z-b'])
    system.send(note('b', 'x'))
    t.is((await answer).from, 'b')
    const heard = await firstValueFrom(system.inbox.pipe(take(2), toArray()))
    t.deepEqual(heard.map(({ text }) => text).sort(), ['before-a', 'x-a'])

    const stopped = { instanceOf: FailedError, message: /was stopped/ }
    const dying = t.throwsAsync(asked('c', 'throw'), stopped)
    const replaced = t.throwsAsync(asked('d', 'hang forever'), stopped)
    await Promise.all([dying, system.restart('d'), replaced])
    const never = t.throwsAsync(asked('d', 'hang forever'), stopped)
    await system.stop(0)
    await never
  })

  test.serial(
    `${title}: an actor that has ended by itself answers no request, though it answered the last one`,
    async t => {
      const system = await start(t, { actors: [{ ...mortal, name: 'c', options: { notes: 1 } }] })
      const text = 'alive: x'
      const asked = (id: string): Promise<Note> =>
        system.ask(
          { ...note('c', 'x'), id },
          { reply: (reply): reply is Note => reply.text === text, deadlineMs: 60_000 },
        )
      const [answer, refused] = [asked('1'), t.throwsAsync(asked('2'), { instanceOf: FailedError, message: /stopped/ })]
      t.is((await answer).text, text)
      await refused
      t.deepEqual(stateOf((await system.health()).c), { state: 'finished', incarnation: 0 })
    },
  )

  test.serial(`${title}: health shows who runs, who is dead and what of, and what crossed each link`, async t => {
    const system = await start(t, { actors: [...two, { ...mortal, name: 'c' }] })
    for (const text of ['x', 'long']) system.send(note('c', text))
    await firstValueFrom(system.inbox.pipe(take(2), toArray()))
    const { trainer, a, c } = await system.health(30_000)
    t.like(trainer, { state: 'running', incarnation: 0 })
    t.like(a, { state: 'running', incarnation: 0, tallies: {} })
    if (c?.state !== 'running' || trainer?.state !== 'running') return t.fail()
    t.deepEqual(c.tallies, { letters: { count: 2, sum: 5, largest: 4 } })
    t.like(c.links.trainer, { received: 2, sent: 2, waiting: 0, lost: 0 })
    t.like(trainer.links.c, { received: 2, sent: 2 })
    t.true(c.upMs > 0 && c.memory.heapUsed > 0 && c.memory.external >= c.memory.arrayBuffers)

    const dying = firstDeath(system)
    system.send(note('c', 'throw'))
    const death = await dying
    t.deepEqual(stateOf((await system.health()).c), { state: 'dead', incarnation: 0, death })
    await Promise.all([system.restart('c'), system.restart('a')])
    t.like(await system.health(30_000), {
      a: { state: 'running', incarnation: 1 },
      c: { state: 'running', incarnation: 1 },
    })
    await system.stop()
    t.deepEqual(stateOf((await system.health()).a), { state: 'finished', incarnation: 1 })
  })

  test.serial(`${title}: health can be watched until the system stops`, async t => {
    const system = await create({ actors: two })
    const seen = firstValueFrom(system.watch(5).pipe(toArray()))
    await firstValueFrom(system.watch(5).pipe(take(3), toArray()))
    await system.stop()
    for (const healths of await seen) t.deepEqual(Object.keys(healths), ['trainer', 'a', 'b'])
    t.deepEqual(await firstValueFrom(system.watch(5).pipe(toArray())), [])
    for (const everyMs of [0, Number.NaN, Infinity])
      t.throws(() => system.watch(everyMs), { instanceOf: RangeError, message: /everyMs must be in/ })
  })

  const immortal = (name: string, options = {}) =>
    ({ name, module: fragile, options, supervision: { kind: 'restart', maxRestarts: 50, firstDelayMs: 0 } }) as const

  test.serial(
    `${title}: neighbours that die at once are joined with each other again, each death told once`,
    async t => {
      const names = ['c', 'd', 'e']
      const system = await start(t, { actors: names.map(name => immortal(name)) })
      const told: SystemEvent[] = []
      const all = firstValueFrom(
        system.events.pipe(
          tap(event => told.push(event)),
          filter(({ kind }) => kind === 'restarted'),
          bufferCount(names.length),
        ),
      )
      for (const name of names) system.send(note(name, 'throw'))
      const restarted = await all
      t.deepEqual(restarted.map(event => (event.kind === 'restarted' ? event.actor : '')).sort(), names)
      t.is(told.length, 2 * names.length)
      system.send(note('c', 'x', 'd', 'e'))
      t.is((await firstValueFrom(system.inbox)).text, 'alive: alive: alive: x')
    },
  )

  test.serial(`${title}: an actor that dies again and again as it starts escalates in the end`, async t => {
    const supervision = { kind: 'restart', maxRestarts: 3, firstDelayMs: 0 } as const
    const system = await start(t, { actors: [...two, { ...immortal('c', { mortal: true }), supervision }] })
    const events = firstValueFrom(system.events.pipe(toArray()))
    system.send(note('c', 'throw'))
    await t.throwsAsync(firstValueFrom(system.inbox), { instanceOf: DeathError, message: /c died \(start\)/ })
    t.deepEqual(
      (await events).map(event => (event.kind === 'died' ? event.response.kind : event.kind)),
      ['restart', 'restart', 'restart', 'escalate'],
    )
  })

  test.serial(`${title}: stopping while actors are replaced or wait for it ends everything`, async t => {
    const slow = { kind: 'restart', firstDelayMs: 60_000, maxDelayMs: 60_000 } as const
    const system = await create({ actors: [immortal('c'), { ...immortal('d'), supervision: slow }] })
    const died = nextEvent(system, 'died')
    system.send(note('d', 'throw'))
    await died
    const events = firstValueFrom(system.events.pipe(toArray()))
    const byHand = system.restart('c').catch((error: unknown) => error)
    await system.stop(0)
    const refused = await byHand
    t.true(refused === undefined || refused instanceof FailedError)
    t.true((await events).every(({ kind }) => kind === 'restarted'))
  })

  test.serial(`${title}: what somebody replaced by hand since it died is not replaced again`, async t => {
    const system = await start(t, { actors: [immortal('c'), immortal('d')] })
    system.send(note('c', 'throw'))
    await Promise.all([system.restart('d'), system.restart('c')])
    await system.restart('d')
    const told = firstValueFrom(system.events.pipe(toArray()))
    await system.stop()
    const restarts = (await told).filter(event => event.kind === 'restarted')
    t.deepEqual(
      restarts.map(({ actor, incarnation }) => `${actor} ${incarnation}`),
      ['d 1', 'c 1', 'd 2'],
    )
  })

  test.serial(`${title}: an actor that is restarted is gone when its turn comes, each time`, async t => {
    const system = await start(t, { actors: two })
    const told: string[] = []
    system.events.subscribe(event => {
      if (event.kind === 'restarted') told.push(`${event.actor} ${event.incarnation}`)
    })
    const restart = (name: string): Promise<void> => system.restart(name, () => told.push(`${name} is gone`))
    await Promise.all([restart('a'), restart('b'), restart('a')])
    t.deepEqual(told, ['a is gone', 'a 1', 'b is gone', 'b 1', 'a is gone', 'a 2'])
  })

  test.serial(`${title}: neighbours restarted at once are joined with each other`, async t => {
    const system = await start(t, { actors: two })
    await Promise.all([system.restart('a'), system.restart('b'), system.restart('a')])
    system.send(note('b', 'x', 'a', 'b'))
    t.is((await firstValueFrom(system.inbox)).text, 'x-b-a-b')
  })

  test.serial(`${title}: an actor that cannot start is named, and nothing is left running`, async t => {
    const creating = create({ actors: [...two, { name: 'c', module: fragile, options: { start: 'throw' } }] })
    const { death } = (await t.throwsAsync(creating, { instanceOf: DeathError })) ?? t.fail()
    t.like(death, { actor: 'c', cause: 'start', reason: 'RangeError: slip must be in [0, 1), got 1.2' })
  })

  test.serial(`${title}: a module without a factory is refused`, async t => {
    const module = new URL('./note.js', import.meta.url)
    await t.throwsAsync(create({ actors: [{ name: 'a', module }] }), {
      message: /note\.js must export an actor factory/,
    })
  })

  test.serial(`${title}: addresses and edges are checked`, async t => {
    await t.throwsAsync(create({ actors: [...two, ...two] }), { instanceOf: RangeError, message: /must differ/ })
    await t.throwsAsync(create({ actors: two, edges: [['a', 'x']] }), { instanceOf: RangeError, message: /a and x/ })
    const system = await start(t, { actors: two })
    await t.throwsAsync(system.restart('x'), { instanceOf: RangeError, message: 'no such actor: x' })
    await t.throwsAsync(system.inspect('x'), { instanceOf: RangeError, message: 'no such actor: x' })
  })

  test.serial(`${title}: what was sent before the order to stop is still answered`, async t => {
    const system = await create({ actors: two })
    const replies = firstValueFrom(system.inbox.pipe(toArray()))
    const texts = Array.from({ length: 100 }, (_, index) => String(index))
    for (const text of texts) system.send(note('b', text))
    await system.stop()
    t.deepEqual(
      (await replies).map(({ text }) => text),
      texts.map(text => `${text}-b`),
    )
  })

  test.serial(`${title}: stopping ends the streams, and may be asked for twice`, async t => {
    const system = await create({ actors: two })
    const ended = firstValueFrom(system.events.pipe(toArray()))
    await Promise.all([system.stop(), system.stop()])
    t.deepEqual(await ended, [])
    t.deepEqual(await firstValueFrom(system.inbox.pipe(toArray())), [])
    await t.throwsAsync(system.restart('a'), { message: 'a was stopped' })
  })
}
