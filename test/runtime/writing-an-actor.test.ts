/** The guide's example is the very actor that is run here. */
import test from 'ava'
import { readFile } from 'node:fs/promises'
import { firstValueFrom } from 'rxjs'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { actorSpec, type InboxOf, type OutboxOf } from '../../src/runtime/actor-spec.ts'
import { createInThread } from '../../src/runtime/in-thread.ts'
import { createSystem } from '../../src/runtime/system.ts'
import type wordCount from './actors/word-count.ts'
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

test('the entry of an actor is held to the options of its module, and knows its messages', t => {
  const spec = actorSpec<typeof wordCount>({ name: 'words', module, options: { shortest: 2 } })
  t.deepEqual(spec.options, { shortest: 2 })
  // @ts-expect-error: a word cannot be that long
  t.truthy(actorSpec<typeof wordCount>({ name: 'words', module, options: { shortest: 'long' } }))
  // @ts-expect-error: the factory needs its options
  t.truthy(actorSpec<typeof wordCount>({ name: 'words', module }))
  const said: InboxOf<typeof wordCount> = { kind: 'text', from: 'a', to: 'words', text: '' } satisfies Text
  const counted: OutboxOf<typeof wordCount> = { kind: 'counted', from: 'words', to: 'a', words: 0, total: 0 }
  t.is(said.to, counted.from)
})

test('the guide shows the example as it is', async t => {
  const [guide, source] = await Promise.all(
    ['docs/writing-an-actor.md', 'test/runtime/actors/word-count.ts'].map(path => readFile(path, 'utf8')),
  )
  t.true(guide?.includes(String(source).replace("'../../../src/actor.ts'", "'rlanything'").trim()))
})
