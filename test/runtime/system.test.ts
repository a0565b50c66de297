import test from 'ava'
import { firstValueFrom } from 'rxjs'
import { createSystem, type System } from '../../src/runtime/system.ts'
import type { ActorSpec } from '../../src/runtime/thread/spawn.ts'
import type { Note } from './actors/echo.ts'
import { firstDeath } from './next-event.ts'
import { note } from './note.ts'
import { systemLaws } from './system-laws.ts'

systemLaws('in threads', createSystem)

const module = new URL('./actors/fragile.js', import.meta.url)
const one = (spec: Partial<ActorSpec> = {}): Promise<System<Note, Note>> =>
  createSystem<Note, Note>({ actors: [{ name: 'c', module, supervision: { kind: 'stop' }, ...spec }] })

test.serial('a thread that exits leaves its code and its last words', async t => {
  const system = await one()
  const death = firstDeath(system)
  system.send(note('c', 'exit'))
  t.like(await death, { actor: 'c', cause: 'exit', exitCode: 7, output: 'last words\n' })
  await system.stop()
})

test.serial('a thread that runs out of memory is told from one that throws', async t => {
  const system = await one({ resourceLimits: { maxOldGenerationSizeMb: 24 } })
  const death = firstDeath(system)
  system.send(note('c', 'fill'))
  t.like(await death, { actor: 'c', cause: 'out-of-memory' })
  await system.stop()
})

test.serial('a thread that blocks for longer than it may is a hang, and can be replaced', async t => {
  const system = await one({ hangMs: 1000 })
  const death = firstDeath(system)
  system.send(note('c', 'loop'))
  t.like(await death, { actor: 'c', cause: 'hang', exitCode: null })
  await system.restart('c')
  system.send(note('c', 'x'))
  t.is((await firstValueFrom(system.inbox)).text, 'alive: x')
  await system.stop()
})

test.serial('an actor that does not get ready in time is a failed start', async t => {
  await t.throwsAsync(one({ startMs: 200, options: { start: 'hang forever' } }), {
    message: /c died \(start\): not ready within 200 ms/,
  })
  await t.throwsAsync(one({ startMs: 200, options: { start: 'loop' } }), { message: /not ready within 200 ms/ })
})

test.serial('stopping ends an actor that would never finish', async t => {
  const system = await one()
  system.send(note('c', 'hang forever'))
  system.send(note('c', 'loop'))
  await system.stop(50)
  t.pass()
})

test.serial('asking the dead is refused at once', async t => {
  const system = await one()
  const death = firstDeath(system)
  system.send(note('c', 'exit'))
  await death
  await t.throwsAsync(system.inspect('c'), { message: 'c was stopped' })
  await system.stop()
})
