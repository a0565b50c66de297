/** The guide's example is the very actor that is run here. */
import test from 'ava'
import { readFile } from 'node:fs/promises'
import { firstValueFrom } from 'rxjs'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { createInThread } from '../../src/runtime/in-thread.ts'
import { createSystem } from '../../src/runtime/system.ts'
import type { Counted, Text } from './actors/word-count.ts'

const module = new URL('./actors/word-count.js', import.meta.url)

for (const create of [createSystem<Counted, Text>, createInThread<Counted, Text>]) {
  test(`the example of the guide counts words with ${create.name}`, async t => {
    const system = await create({ actors: [{ name: 'words', module, options: { shortest: 2 } }] })
    for (const text of ['a judge of actions', 'acts']) system.send({ kind: 'text', to: 'words', from: 'trainer', text })
    t.deepEqual(await firstValueFrom(system.inbox), {
      kind: 'counted',
      from: 'words',
      to: 'trainer',
      words: 3,
      total: 3,
    })
    t.like(await firstValueFrom(system.inbox), { words: 1, total: 4 })
    await system.stop()
  })

  test(`the example of the guide refuses bad options with ${create.name}`, async t => {
    const creating = create({ actors: [{ name: 'words', module, options: { shortest: 0 } }] })
    await t.throwsAsync(creating, { instanceOf: DeathError, message: /words died \(start\).*shortest.*got 0/ })
  })
}

test('the guide shows the example as it is', async t => {
  const [guide, source] = await Promise.all(
    ['docs/writing-an-actor.md', 'test/runtime/actors/word-count.ts'].map(path => readFile(path, 'utf8')),
  )
  t.true(guide?.includes(String(source).replace("'../../../src/actor.ts'", "'rlanything'").trim()))
})
