import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { bufferCount, filter, firstValueFrom, map, take, toArray } from 'rxjs'
import type { Death } from '../../src/runtime/errors/death.ts'
import { createSystem, type System } from '../../src/runtime/system.ts'
import type { ActorSpec } from '../../src/runtime/deployment/actor-spec.ts'
import { present } from '../fixtures/present.ts'
import type { Note } from './actors/echo.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { firstDeath } from './next-event.ts'
import { note } from './note.ts'
import { systemLaws } from './system-laws.ts'

systemLaws('in threads', createSystem)

const module = new URL('./actors/fragile.js', import.meta.url)

async function one(t: ExecutionContext, spec: Partial<ActorSpec> = {}): Promise<System<Note, Note>> {
  const actor: ActorSpec = { name: 'c', module, supervision: { kind: 'stop' }, ...spec }
  const system = await createSystem<Note, Note>({ actors: [actor] })
  t.teardown(() => system.stop(0))
  return system
}

/** What is told of an actor that suffers this, and how long after, ms. */
async function deathBy(t: ExecutionContext, text: string, spec: Partial<ActorSpec> = {}): Promise<[Death, number]> {
  const system = await one(t, spec)
  const death = firstDeath(system)
  const began = performance.now()
  system.send(note('c', text))
  return [await death, performance.now() - began]
}

test.serial('a thread that exits leaves its code and its last words', async t => {
  const [death] = await deathBy(t, 'exit')
  t.like(death, { actor: 'c', cause: 'exit', reason: 'exited with code 7', exitCode: 7, output: 'last words\n' })
})

test.serial('a thread that throws leaves its stack', async t => {
  const [death] = await deathBy(t, 'throw')
  t.like(death, { actor: 'c', cause: 'exception', reason: 'RangeError: slip must be in [0, 1), got 1.2' })
  t.regex(death.stack, /fragile/)
})

for (const text of ['leak', 'fill']) {
  test.serial(`a thread that runs out of memory by a ${text} is told from one that throws`, async t => {
    const [death] = await deathBy(t, text, { resourceLimits: { maxOldGenerationSizeMb: 24 }, hangMs: 30_000 })
    t.like(death, { actor: 'c', cause: 'out-of-memory', output: 'before the flood\n' })
    t.regex(death.reason, /reach.* memory limit/)
  })
}

test.serial('a thread that blocks is a hang, and not before its time', async t => {
  const [death, tookMs] = await deathBy(t, 'loop', { hangMs: 1_500 })
  t.like(death, { actor: 'c', cause: 'hang', exitCode: null, output: 'before the loop\n' })
  t.is(death.reason, 'blocked its thread for more than 1500 ms')
  t.true(tookMs >= 1_400, `${tookMs} ms`)
})

test.serial('a thread that takes one message after another is no hang, however long all of them take', async t => {
  const system = await one(t, { hangMs: 3_000 })
  const alive = firstValueFrom(system.inbox.pipe(take(2), toArray()))
  for (let count = 0; count < 2; count += 1) system.send(note('c', 'block for 2 s'))
  t.is((await alive).length, 2)
})

test.serial('a thread that is stopped leaves its profile', async t => {
  const profile = join(await temporaryFolder(t), 'c.cpuprofile')
  const system = await one(t, { profile })
  await system.stop()
  const { nodes, samples } = JSON.parse(await readFile(profile, 'utf8')) as Record<string, readonly unknown[]>
  t.true(present(nodes).length > 0 && present(samples).length > 0)
})

test.serial('a thread that hangs can be replaced', async t => {
  const system = await one(t, { hangMs: 600, supervision: { kind: 'restart', firstDelayMs: 0 } })
  system.send(note('c', 'loop'))
  t.like(await firstDeath(system), { cause: 'hang' })
  await firstValueFrom(system.events)
  system.send(note('c', 'x'))
  t.is((await firstValueFrom(system.inbox)).text, 'alive: x')
})

test.serial('a lease lets a thread block, be asked meanwhile, and no longer than it says', async t => {
  const system = await one(t, { hangMs: 1_000 })
  system.send(note('c', 'x'))
  await firstValueFrom(system.inbox)
  system.send(note('c', 'lease 60000 block for 2 s'))
  t.true(((await system.inspect('c')).tallies.letters?.count ?? 0) >= 1)
  t.is((await firstValueFrom(system.inbox)).text, 'alive: lease 60000 block for 2 s')

  const [blocked] = await deathBy(t, 'lease 1000 loop', { hangMs: 600 })
  t.like(blocked, { cause: 'hang', reason: 'blocked its thread for more than 1000 ms' })
  const [idle] = await deathBy(t, 'lease 100 hang forever')
  t.like(idle, { cause: 'hang', reason: 'work has not settled within 100 ms' })
})

const under = (name: string, hangMs: number): ActorSpec => ({
  name,
  module,
  hangMs,
  supervision: { kind: 'restart', firstDelayMs: 0 },
})
const restartsOf = (system: System<Note, Note>, count: number): Promise<readonly string[]> =>
  firstValueFrom(
    system.events.pipe(
      filter(event => event.kind === 'restarted'),
      map(({ actor }) => actor),
      bufferCount(count),
    ),
  )

test.serial('a neighbour that hangs while it is to be joined holds nobody up: it is replaced too', async t => {
  const system = await createSystem<Note, Note>({ actors: [under('c', 30_000), under('d', 600)] })
  t.teardown(() => system.stop(0))
  const restarted = restartsOf(system, 2)
  system.send(note('d', 'loop'))
  system.send(note('c', 'throw'))
  t.deepEqual([...(await restarted)].sort(), ['c', 'd'])
  system.send(note('c', 'x', 'd'))
  t.is((await firstValueFrom(system.inbox)).text, 'alive: alive: x')
})

test.serial('a neighbour that blocks under a lease is joined when it is done', async t => {
  const system = await createSystem<Note, Note>({ actors: [under('c', 30_000), under('d', 600)] })
  t.teardown(() => system.stop(0))
  const restarted = restartsOf(system, 1)
  system.send(note('d', 'lease 60000 block for 2 s'))
  system.send(note('c', 'throw'))
  t.deepEqual(await restarted, ['c'])
  system.send(note('c', 'x', 'd'))
  const texts = await firstValueFrom(
    system.inbox.pipe(
      map(({ text }) => text),
      bufferCount(2),
    ),
  )
  t.deepEqual([...texts].sort(), ['alive: alive: x', 'alive: lease 60000 block for 2 s'])
})

test.serial('an actor that does not get ready in time is a failed start', async t => {
  await t.throwsAsync(one(t, { startMs: 200, options: { start: 'hang forever' } }), {
    message: /c died \(start\): not ready within 200 ms/,
  })
  await t.throwsAsync(one(t, { startMs: 200, options: { start: 'loop' } }), { message: /not ready within 200 ms/ })
})

test.serial('a thread that exits or runs out of memory at its start is named with its cause', async t => {
  await t.throwsAsync(one(t, { options: { start: 'exit' } }), {
    message: 'c died (start): exited with code 7\nlast words\n',
  })
  const resourceLimits = { maxOldGenerationSizeMb: 24 }
  await t.throwsAsync(one(t, { options: { start: 'fill' }, resourceLimits }), {
    message: /c died \(out-of-memory\)[^]*before the flood/,
  })
})

test.serial('stopping ends an actor that would never finish', async t => {
  const system = await one(t)
  system.send(note('c', 'hang forever'))
  system.send(note('c', 'loop'))
  await system.stop(50)
  t.pass()
})

test.serial('health waits for nobody that blocks', async t => {
  const system = await one(t)
  system.send(note('c', 'x'))
  await firstValueFrom(system.inbox)
  system.send(note('c', 'lease 60000 block for 2 s'))
  const { c } = await system.health(50)
  t.true(c?.state === 'silent' || c?.state === 'running')
  while ((await system.health(50)).c?.state !== 'silent');
  while ((await system.health(50)).c?.state !== 'running');
})

test.serial('asking the dead is refused at once', async t => {
  const system = await one(t)
  const death = firstDeath(system)
  system.send(note('c', 'exit'))
  await death
  await t.throwsAsync(system.inspect('c'), { message: 'c was stopped' })
})

test.serial('what cannot be launched is refused, and nothing is left running', async t => {
  await t.throwsAsync(one(t, { hangMs: Infinity }), {
    instanceOf: RangeError,
    message: 'hangMs of c must be in (0, 2³¹), got Infinity',
  })
  await t.throwsAsync(one(t, { options: { start: () => 'no plain data' } }), {
    instanceOf: TypeError,
    message: 'options of c must be plain data',
  })
})
