import test from 'ava'
import fc from 'fast-check'
import { filter, firstValueFrom, take, toArray } from 'rxjs'
import { createSystem } from '../../src/runtime/system.ts'
import type { Note } from '../runtime/actors/echo.ts'
import { note } from '../runtime/note.ts'
import { fateOf } from './fate.ts'
import type { MortalOptions } from './mortal.ts'
import { ailments } from './mortals.ts'

const mortality = fc.record({
  seed: fc.nat(),
  ailments: fc.array(fc.constantFrom(...ailments), { maxLength: 5 }),
  messages: fc.integer({ min: 1, max: 100 }),
})

test('a fate is a function of its key; each life ends by its own ailment, and those after the last go on', t => {
  fc.assert(
    fc.property(mortality, fc.string(), fc.nat(9), (life, actor, incarnation) => {
      const fate = fateOf(life, actor, incarnation)
      t.deepEqual(fateOf(life, actor, incarnation), fate)
      t.is(fate?.ailment, life.ailments[incarnation])
      if (fate !== null) t.true(fate.message >= 1 && fate.message <= life.messages)
    }),
  )
})

test.serial('an actor dies of each ailment in its turn, and then lives', async t => {
  const inner = new URL('../runtime/actors/echo.js', import.meta.url).href
  const options: MortalOptions = { mortal: { inner, seed: 4, ailments, messages: 1 } }
  const system = await createSystem<Note, Note>({
    actors: [
      {
        name: 'echo',
        module: new URL('./mortal.js', import.meta.url),
        options,
        hangMs: 1000,
        supervision: { kind: 'restart', firstDelayMs: 0 },
        resourceLimits: { maxOldGenerationSizeMb: 64 },
      },
    ],
  })
  const events = firstValueFrom(system.events.pipe(take(2 * ailments.length), toArray()))
  system.events.pipe(filter(({ kind }) => kind === 'restarted')).subscribe(() => system.send(note('echo', 'again')))
  system.send(note('echo', 'first'))
  t.deepEqual(
    (await events).map(event =>
      event.kind === 'died' ? event.death.cause : event.kind === 'restarted' && event.incarnation,
    ),
    ailments.flatMap((ailment, life) => [ailment, life + 1]),
  )
  system.send(note('echo', 'last'))
  t.is((await firstValueFrom(system.inbox.pipe(filter(({ text }) => text === 'last')))).from, 'echo')
  await system.stop()
})
