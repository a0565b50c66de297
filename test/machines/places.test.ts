/** Runs that contend for places of workers, on a clock of their own: a worker gives each place to one actor, and no actor is lost. */
import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import { reasonOf } from '../../src/contracts/failure.ts'
import { importModule } from '../../src/contracts/import-module.ts'
import { busSubjects } from '../../src/runtime/machines/bus.ts'
import { frameOf, valueOf } from '../../src/runtime/machines/frames.ts'
import type { RemoteLife } from '../../src/runtime/machines/machine.ts'
import type { Launch } from '../../src/runtime/machines/messages.ts'
import { offerOf } from '../../src/runtime/machines/offer.ts'
import { installedPackages } from '../../src/runtime/machines/packages.ts'
import { createWorkerPlaces, type PlaceOfLife } from '../../src/runtime/machines/places.ts'
import { startWorker } from '../../src/runtime/machines/worker.ts'
import { virtualClock } from '../../src/runtime/virtual/clock.ts'
import { tick } from '../../src/streams/tick.ts'
import { present } from '../fixtures/present.ts'
import { memoryBus } from './memory-bus.ts'

interface Taking {
  readonly actor: string
  place: PlaceOfLife | null
  /** What was told of it besides, and why it got none. */
  readonly told: string[]
  readonly stop: () => void
}

function stage(lose: (subject: string) => boolean = () => false) {
  const clock = virtualClock()
  const bus = memoryBus(lose)
  const { scheduler } = clock
  const reserved = (): readonly unknown[] =>
    bus.published.flatMap(({ subject, bytes }) => {
      const frame = subject.endsWith('.worker') ? frameOf(bytes) : null
      const message = frame?.kind === 'whole' ? (valueOf(frame.body) as { kind: string; beyond: boolean }) : null
      return message?.kind === 'reserve' ? [message.beyond] : []
    })
  return {
    bus,
    /** For each request for a place, whether it was for one beyond those of the worker. */
    reserved,
    worker: (name: string, slots: number) =>
      startWorker({
        ...{ bus, name, slots, has: [], modules: [], stays: true, makesRuns: false, idleMs: 60_000, tell: () => {} },
        scheduler,
      }),
    run: (name: string, restart: (actor: string) => Promise<void> | null = () => null) => {
      const lost = new Subject<string>()
      const texts: string[] = []
      const places = createWorkerPlaces({
        ...{ bus: { ...bus, lost }, run: name, waitMs: 1_000_000, tell: text => texts.push(text) },
        ...{ restart, scheduler },
      })
      return {
        ...places,
        texts,
        cut: () => lost.next('gone'),
        take: (actor: string, beyond = false) => taking(actor, beyond),
      }

      function taking(actor: string, beyond: boolean): Taking {
        const canceled = new AbortController()
        const taken: Taking = { actor, place: null, told: [], stop: () => canceled.abort() }
        const life: RemoteLife = {
          ...{
            actor,
            need: { on: null, packages: {}, beyond },
            ready: () => {},
            joined: () => {},
            inspected: () => {},
          },
          ended: death => taken.told.push(death?.reason ?? 'ended'),
          lost: (cause, reason) => taken.told.push(`${cause} ${reason}`),
        }
        places.take(life, canceled.signal).then(
          place => (taken.place = place),
          (thrown: unknown) => taken.told.push(reasonOf(thrown)),
        )
        return taken
      }
    },
    seconds: async (count: number): Promise<void> => {
      for (let half = 0; half < 2 * count; half += 1) {
        clock.advanceTo(scheduler.now() + 500)
        await tick()
      }
    },
  }
}

const free = (taken: Taking): void => {
  taken.place?.machine.forget(taken.place.life)
  taken.place = null
}

const act = fc.record({
  run: fc.nat(2),
  kind: fc.constantFrom('take', 'take', 'take', 'free', 'stop', 'delivered', 'second'),
} as const)

test('of runs that contend no more actors have places than there are, and each gets one as soon as there is', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
      fc.array(act, { maxLength: 40, size: 'max' }),
      async (slots, acts) => {
        const { bus, worker, run, seconds } = stage()
        await Promise.all(slots.map((count, index) => worker(`w${index}`, count)))
        const runs = ['a', 'b', 'c'].map(name => ({ ...run(name), all: [] as Taking[] }))
        await tick()
        const placed = (): readonly Taking[] => runs.flatMap(({ all }) => all.filter(({ place }) => place !== null))
        const waiting = (): readonly Taking[] =>
          runs.flatMap(({ all }) => all.filter(({ place, told }) => place === null && told.length === 0))
        const forget = (taken: Taking): void => {
          free(taken)
          for (const { all } of runs) if (all.includes(taken)) all.splice(all.indexOf(taken), 1)
        }
        const check = (): void => {
          for (const [index, count] of slots.entries())
            t.true(placed().filter(({ place }) => place?.machine.worker === `w${index}`).length <= count)
        }
        for (const [index, { run: nth, kind }] of acts.entries()) {
          const { all, take } = present(runs[nth])
          const [first] = all.filter(({ place }) => place !== null)
          if (kind === 'take') all.push(take(`${index}`))
          if (kind === 'free' && first !== undefined) forget(first)
          if (kind === 'stop') all.find(({ place }) => place === null)?.stop()
          if (kind === 'delivered') await tick()
          if (kind === 'second') await seconds(1)
          check()
        }
        const places = slots.reduce((sum, count) => sum + count, 0)
        for (;;) {
          await seconds(2)
          check()
          if (waiting().length > 0) t.is(placed().length, places)
          const [first] = placed()
          if (first === undefined) break
          forget(first)
        }
        t.deepEqual(waiting(), [])
        for (const { all } of runs) for (const { actor, told } of all) t.deepEqual(told, [`${actor} was stopped`])
        for (const { subject, bytes } of bus.published) {
          const offer = subject === busSubjects.offers ? offerOf(bytes) : null
          if (offer !== null) t.true(offer.taken <= offer.slots)
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('of two runs that want the one place at once one waits, asks no more, is told why, and begins when it is free', async t => {
  const { worker, run, reserved, seconds } = stage()
  await worker('w', 1)
  const [a, b] = [run('a'), run('b')]
  await tick()
  const [first, second] = [a.take('first'), b.take('second')]
  await tick()
  t.is(first.place?.machine.worker, 'w')
  t.is(second.place, null)
  await seconds(20)
  t.deepEqual(reserved(), [false, false])
  t.deepEqual(b.texts, ['waiting for places on workers for second; w: all of its 1 places are taken'])
  free(first)
  await seconds(1)
  t.is(second.place?.machine.worker, 'w')
  t.deepEqual([...first.told, ...second.told], [])
})

test('one in the place of a dead one gets the free place that another run leaves, and goes beyond where there is none', async t => {
  const { worker, run, reserved, seconds } = stage()
  await worker('w', 2)
  const [a, b] = [run('a'), run('b')]
  await tick()
  const all = [a.take('first'), b.take('second', true), b.take('third', true)]
  await tick()
  t.deepEqual(
    all.map(({ place }) => place?.machine.worker),
    ['w', 'w', 'w'],
  )
  t.deepEqual(reserved(), [false, false, false, true])
  const fourth = a.take('fourth')
  for (const taken of all.slice(1)) {
    t.is(fourth.place, null)
    free(taken)
    await seconds(1)
  }
  t.is(fourth.place?.machine.worker, 'w')
})

test('a worker that was lost gets no actor for its offers until it hears: another takes it at once', async t => {
  let deaf = ''
  const { bus, worker, run, seconds } = stage(subject => deaf !== '' && subject.endsWith(deaf))
  await worker('w', 2)
  const a = run('a')
  await tick()
  const died = a.take('policy')
  await tick()
  const [said] = bus.published.filter(({ subject }) => subject === busSubjects.offers)
  deaf = present(offerOf(present(said).bytes)).instance
  a.cut()
  t.deepEqual(died.told, ['link-lost worker w: gone'])
  const fresh = a.take('policy', true)
  await seconds(3)
  t.deepEqual(a.texts, ['waiting for places on workers for policy; no worker answers'])
  await worker('other', 1)
  await tick()
  t.is(fresh.place?.machine.worker, 'other')
  deaf = ''
  await seconds(2)
  const last = a.take('observer')
  await tick()
  t.is(last.place?.machine.worker, 'w')
})

test('an actor whose worker is lost before it got its place waits for another, and has not died', async t => {
  let isCut = false
  const { worker, run, seconds } = stage(subject => isCut && subject.includes('.session.'))
  await worker('w', 1)
  const a = run('a')
  await tick()
  isCut = true
  const taken = a.take('policy')
  await seconds(1)
  t.is(taken.place, null)
  isCut = false
  a.cut()
  await seconds(2)
  t.is(taken.place?.machine.worker, 'w')
  t.deepEqual(taken.told, [])
})

test('an actor that moves slowly is moved once, and the next one when it is there', async t => {
  const { worker, run, seconds } = stage()
  const moves: { readonly actor: string; readonly over: () => void }[] = []
  const a = run('a', actor => new Promise(over => moves.push({ actor, over })))
  await worker('full', 6)
  await tick()
  const all = ['0', '1', '2', '3'].map(actor => a.take(actor))
  await seconds(1)
  await worker('empty', 6)
  await seconds(30)
  t.deepEqual(
    moves.map(({ actor }) => actor),
    ['3'],
  )
  free(present(all[3]))
  a.take('3')
  await seconds(1)
  moves[0]?.over()
  await seconds(5)
  t.deepEqual(
    moves.map(({ actor }) => actor),
    ['3', '2'],
  )
})

/** Of the one life that a run has there. */
const launch = (of: Pick<Launch, 'life' | 'name' | 'module' | 'options' | 'packages'>): Launch => ({
  ...{ kind: 'launch', channels: {}, link: { window: 1 }, limits: {}, incarnation: 0, nowMs: 0 },
  ...of,
})

test('an actor that is launched without a place ends the session by name', async t => {
  const { worker, run } = stage()
  await worker('w', 1)
  const a = run('a')
  await tick()
  const taken = a.take('policy')
  await tick()
  taken.place?.machine.send(launch({ life: 7, name: 'other', module: '', options: {}, packages: {} }))
  await tick()
  t.deepEqual(taken.told, [
    'machine-lost worker w: a message that is none came: a place must be reserved for other before it is launched',
  ])
})

test('a worker runs no module that is in none of its packages, whether it is launched or named in options or later', async t => {
  const { worker, run } = stage()
  await worker('w', 1)
  const a = run('a')
  await tick()
  const { packages } = await installedPackages([])
  const [name = ''] = Object.keys(packages)
  const hostile = [
    'data:text/javascript,export default () => () => ({ subscribe() {} })',
    'file:///tmp/other.mjs',
    'node:fs',
  ]
  const nested = {
    module: `package:${name}#dist/actors/environment.js`,
    options: { module: hostile[0], options: {} },
  }
  for (const named of [
    ...hostile.map(module => ({ module, options: {} })),
    { module: `package:#${hostile[0]}`, options: {} },
    nested,
  ]) {
    const taken = a.take('policy')
    while (taken.place === null) await tick()
    const { machine, life } = taken.place
    machine.send(launch({ ...{ life, name: 'policy', packages }, ...named }))
    while (taken.told.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
    t.regex(taken.told.join(), /(data:text|file:|node:fs).* is no module of a package that was checked/)
  }
  for (const address of hostile) await t.throwsAsync(importModule(address), { message: /is no module of a package/ })
})
