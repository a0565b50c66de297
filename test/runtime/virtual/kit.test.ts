import test from 'ava'
import fc from 'fast-check'
import { concat, debounceTime, defer as lazily, map, mergeMap, timer } from 'rxjs'
import type { Actor } from '../../../src/contracts/actor.ts'
import { DeathError } from '../../../src/runtime/errors/death-error.ts'
import { createKit } from '../../../src/laws/index.ts'
import type { LinkOptions } from '../../../src/runtime/wires/link-options.ts'
import { present } from '../../fixtures/present.ts'
import type { Note } from '../actors/echo.ts'
import { note } from '../note.ts'

const module = new URL('../actors/echo.js', import.meta.url)
const fragile = new URL('../actors/fragile.js', import.meta.url)
const [a, b] = ['a', 'b'].map(name => ({ name, module, options: { mark: `-${name}` } }))

/** Answers every note with how many it has had in this life, and which life it is. */
const counter: Actor<Note, Note> = (inbox, { name, incarnation }) => {
  let count = 0
  return inbox.pipe(
    map(({ from }) => {
      count += 1
      return { kind: 'note', from: name, to: from, text: `${incarnation}:${count}`, route: [] }
    }),
  )
}

test('messages arrive when they are delivered, in any order that the links allow', async t => {
  const kit = await createKit<Note, Note>({ actors: [present(a), present(b)] })
  kit.system.send(note('a', 'x', 'b'))
  kit.system.send(note('b', 'y'))
  const under = (): readonly string[] => kit.deliveries().map(({ from, to }) => `${from} → ${to}`)
  t.deepEqual(under(), ['trainer → a', 'trainer → b'])
  kit.deliveries()[1]?.deliver()
  t.deepEqual(under(), ['trainer → a', 'b → trainer'])
  kit.deliveries()[0]?.deliver()
  t.deepEqual(under(), ['b → trainer', 'a → b'])
  t.deepEqual(kit.received, [])
  kit.run()
  t.deepEqual(
    kit.received.map(({ text }) => text),
    ['y-b', 'x-a-b'],
  )
})

test("fast-check's scheduler can deliver, by any order that keeps that of each link", async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b'), { maxLength: 12, size: 'max' }),
      async (s, firsts) => {
        const kit = await createKit<Note, Note>({
          actors: [present(a), present(b)],
          link: { window: 2 },
          posted: way => {
            void s.schedule(Promise.resolve(), `${way.from} → ${way.to}`).then(() => {
              if (way.pending() > 0) way.deliver()
            })
          },
        })
        firsts.forEach((to, index) => kit.system.send(note(to, `${index}`, to === 'a' ? 'b' : 'a')))
        await kit.tick()
        await s.waitIdle()
        for (const first of ['a', 'b']) {
          const numbers = kit.received
            .filter(({ text }) => text.split('-')[1] === first)
            .map(({ text }) => parseInt(text, 10))
          t.deepEqual(
            numbers,
            firsts.flatMap((to, index) => (to === first ? [index] : [])),
          )
        }
      },
    ),
  )
})

test('time passes when it is told to, at once', async t => {
  const quiet: Actor<Note, Note> = (inbox, { name, scheduler }) =>
    inbox.pipe(
      debounceTime(60_000, scheduler),
      map(({ from, text }) => ({
        kind: 'note',
        from: name,
        to: from,
        text: `${text} at ${scheduler.now()}`,
        route: [],
      })),
    )
  const kit = await createKit<Note, Note>({ actors: [{ name: 'a', actor: quiet }] })
  kit.system.send(note('a', 'first'))
  kit.advance(59_999)
  kit.system.send(note('a', 'second'))
  kit.advance(59_999)
  t.deepEqual(kit.received, [])
  kit.advance(1)
  t.deepEqual(
    kit.received.map(({ text }) => text),
    ['second at 119999'],
  )
})

test('actors with promises inside are run until all is at rest', async t => {
  const kit = await createKit<Note, Note>({ actors: [present(a), { name: 'c', module: fragile }] })
  kit.system.send(note('c', 'x', 'a', 'c'))
  kit.run()
  t.deepEqual(kit.received, [])
  await kit.untilIdle()
  t.deepEqual(
    kit.received.map(({ text }) => text),
    ['alive: alive: x-a'],
  )
})

test('the dead are restarted later and later, then it escalates, by the supervision of the real runtime', async t => {
  const supervision = { kind: 'restart', maxRestarts: 2, withinMs: 60_000, firstDelayMs: 100, factor: 3 } as const
  const kit = await createKit<Note, Note>({ actors: [{ name: 'a', actor: counter, supervision }] })
  const say = async (): Promise<void> => {
    kit.system.send(note('a', ''))
    await kit.untilIdle()
  }
  await say()
  kit.kill('a', 'out-of-memory')
  await kit.untilIdle(99)
  await say()
  t.is(kit.events.length, 1)
  await kit.untilIdle(1)
  t.deepEqual(kit.events[1], { kind: 'restarted', actor: 'a', incarnation: 1 })
  await say()
  await say()
  kit.kill('a')
  await kit.untilIdle(300)
  await say()
  t.deepEqual(
    kit.received.map(({ text }) => text),
    ['0:1', '1:1', '1:2', '2:1'],
    'what was sent to the dead is lost',
  )
  kit.kill('a', 'hang', 'blocked its thread')
  await kit.untilIdle()
  t.deepEqual(
    kit.events.flatMap(event => (event.kind === 'died' ? [[event.death.cause, event.response.kind]] : [])),
    [
      ['out-of-memory', 'restart'],
      ['exit', 'restart'],
      ['hang', 'escalate'],
    ],
  )
  t.true(kit.failure() instanceof DeathError)
  t.regex(kit.failure()?.message ?? '', /a died \(hang\): blocked its thread/)
})

test('an end that was ordered is waited for in virtual time, and one that never comes is cut off', async t => {
  const late: Actor<Note, Note> = (inbox, { name, scheduler }) =>
    concat(
      inbox.pipe(mergeMap(() => [])),
      lazily(() => timer(3_000, scheduler)).pipe(
        map(() => ({ kind: 'note' as const, from: name, to: 'trainer', text: `${scheduler.now()}`, route: [] })),
      ),
    )
  const stopped = async (deadlineMs: number): Promise<readonly [readonly string[], number]> => {
    const kit = await createKit<Note, Note>({ actors: [{ name: 'a', actor: late }] })
    await kit.until(kit.system.stop(deadlineMs))
    return [kit.received.map(({ text }) => text), kit.clock.scheduler.now()]
  }
  t.deepEqual(await stopped(5_000), [['3000'], 3_000])
  t.deepEqual(await stopped(2_000), [[], 2_000])
})

test('what nothing could settle is told, not waited for', async t => {
  const kit = await createKit<Note, Note>({ actors: [present(a)] })
  await t.throwsAsync(kit.until(new Promise(() => {})), { message: /nothing is under way or due/ })
  kit.system.send({ ...note('a', ''), route: ['trainer'] })
  t.is(await kit.until(Promise.resolve(7)), 7)
})

test('actors that never come to rest are told', async t => {
  const kit = await createKit<Note, Note>({ actors: [present(a), present(b)] })
  kit.system.send({ ...note('a', ''), route: Array.from({ length: 200 }, (_, hop) => (hop % 2 === 0 ? 'b' : 'a')) })
  t.throws(() => kit.run(50), { message: /not at rest after 50 deliveries; the next is [ab] → [ab]/ })
  t.throws(() => kit.kill('x'), { instanceOf: RangeError, message: 'no such actor: x' })
})

test('an edge may have options of its own', async t => {
  const burst: Actor<Note, Note> = (inbox, { name }) =>
    inbox.pipe(
      mergeMap(({ from }) =>
        ['trainer', 'b'].flatMap(to =>
          ['1', '2', '3', '4'].map(text => ({ kind: 'note' as const, from: name, to, text, route: [from] })),
        ),
      ),
    )
  const kit = await createKit<Note, Note>({
    actors: [{ name: 'a', actor: burst }, present(b)],
    edges: [
      ['trainer', 'a'],
      ['trainer', 'b'],
      ['a', 'b', { window: 1, bound: 1, overflow: 'drop-oldest' }],
    ],
    link: { window: 3 },
  })
  kit.system.send(note('a', ''))
  kit.run()
  const heard = (from: string): readonly string[] =>
    kit.received.filter(each => each.from === from).map(({ text }) => text)
  t.deepEqual(heard('a'), ['1', '2', '3', '4'])
  t.deepEqual(heard('b'), ['3-b', '4-b'])
  const { links } = await kit.until(kit.system.inspect('a'))
  t.like(links, { trainer: { credits: 2, dropped: 0 }, b: { credits: 1, dropped: 2 } })
})

test('options of links are checked, those of edges too', async t => {
  const refused = (edge: LinkOptions, link: LinkOptions) =>
    t.throwsAsync(createKit({ actors: [present(a)], edges: [['a', 'trainer', edge]], link }), {
      instanceOf: RangeError,
    })
  t.regex((await refused({ bound: 0 }, {}))?.message ?? '', /bound must be a positive integer, got 0/)
  t.regex((await refused({}, { window: 1.5 }))?.message ?? '', /window must be a positive integer, got 1.5/)
  t.regex((await refused({ waitMs: 0 }, {}))?.message ?? '', /waitMs must be positive, got 0/)
})
