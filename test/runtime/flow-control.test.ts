/** A source, a relay and a slow sink: where mailboxes wait, none of them ever holds more than it may. */
import test from 'ava'
import { firstValueFrom, take, toArray } from 'rxjs'
import { createInThread } from '../../src/runtime/in-thread.ts'
import { createSystem } from '../../src/runtime/system.ts'
import type { ActorSpec } from '../../src/runtime/deployment/actor-spec.ts'
import { tick } from '../../src/streams/tick.ts'
import type { Note } from './actors/echo.ts'
import { note } from './note.ts'

const actor = (module: string): URL => new URL(`./actors/${module}.js`, import.meta.url)
const count = 500
const [window, bound] = [4, 8]
const hangMs = 30_000
const actors: readonly ActorSpec[] = [
  { name: 'sink', module: actor('slow'), options: { turns: 3 }, hangMs },
  { name: 'relay', module: actor('echo'), hangMs },
  { name: 'source', module: actor('source'), options: { count, route: ['relay', 'sink', 'trainer'] }, hangMs },
]

for (const create of [createSystem<Note, Note>, createInThread<Note, Note>]) {
  test.serial(`a slow sink sets the pace of its source, through a relay between them, with ${create.name}`, async t => {
    const system = await create({ actors, link: { window, bound, overflow: 'wait' } })
    const arrived = firstValueFrom(system.inbox.pipe(take(count), toArray()))
    system.send(note('source', 'go'))
    const waited: number[] = []
    let going = true
    void arrived.then(() => (going = false))
    while (going) {
      await tick()
      const links = await Promise.all([system.inspect('source'), system.inspect('relay')])
      waited.push(links[0].links['relay']?.waiting ?? t.fail(), links[1].links['sink']?.waiting ?? t.fail())
    }
    t.deepEqual(
      (await arrived).map(({ text }) => text),
      Array.from({ length: count }, (_, number) => String(number)),
    )
    t.true(waited.every(waiting => waiting <= bound + window))
    t.true(
      waited.some(waiting => waiting >= bound),
      `no mailbox was ever full: ${[...new Set(waited)].join(' ')}`,
    )
    await system.stop()
  })
}
