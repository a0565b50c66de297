import test from 'ava'
import { firstValueFrom } from 'rxjs'
import { countWords } from '../../examples/count-words.ts'
import type wordCount from '../../examples/word-count.ts'
import type { Counted, Text } from '../../examples/word-count.ts'
import { actorSpec, type InboxOf, type OutboxOf } from '../../src/runtime/deployment/actor-spec.ts'
import { DeathError } from '../../src/runtime/errors/death-error.ts'
import { createInThread } from '../../src/runtime/in-thread.ts'
import { createSystem } from '../../src/runtime/system.ts'

const module = new URL('../../examples/word-count.js', import.meta.url)
const text = (id: string, words: string): Text => ({ kind: 'text', to: 'words', from: 'trainer', id, text: words })

for (const create of [createSystem<Counted, Text>, createInThread<Counted, Text>]) {
  test(`the example of the guide counts words with ${create.name}`, async t => {
    const system = await create({ actors: [{ name: 'words', module, options: { shortest: 2 } }] })
    system.send(text('1', 'a grader of actions'))
    t.deepEqual(await firstValueFrom(system.inbox), {
      kind: 'counted',
      from: 'words',
      to: 'trainer',
      id: '1',
      words: 3,
      total: 3,
    })
    t.like(await system.ask(text('2', 'acts')), { words: 1, total: 4 })
    t.like(await system.health(30_000), { words: { tallies: { words: { count: 2, sum: 4, largest: 3 } } } })
    await system.stop()
  })

  test(`the example of the guide refuses bad options with ${create.name}`, async t => {
    const creating = create({ actors: [{ name: 'words', module, options: { shortest: 0 } }] })
    await t.throwsAsync(creating, { instanceOf: DeathError, message: /words died \(start\).*shortest.*got 0/ })
  })
}

test('the harness of the guide counts what it is given', async t => {
  t.deepEqual(await countWords(['a grader of actions', '', 'acts']), [3, 0, 1])
})

test('the entry of an actor is held to the options of its module, and knows its messages', t => {
  const spec = actorSpec<typeof wordCount>({ name: 'words', module, options: { shortest: 2 } })
  t.deepEqual(spec.options, { shortest: 2 })
  // @ts-expect-error: a length is a number
  t.truthy(actorSpec<typeof wordCount>({ name: 'words', module, options: { shortest: 'long' } }))
  // @ts-expect-error: the factory needs its options
  t.truthy(actorSpec<typeof wordCount>({ name: 'words', module }))
  const said: InboxOf<typeof wordCount> = text('1', '')
  const counted: OutboxOf<typeof wordCount> = {
    kind: 'counted',
    from: 'words',
    to: 'trainer',
    id: '1',
    words: 0,
    total: 0,
  }
  t.is(said.to, counted.from)
})
