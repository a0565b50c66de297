import test, { type ExecutionContext } from 'ava'
import { firstValueFrom, take, toArray } from 'rxjs'
import { createSystem, type System, type SystemOptions } from '../../src/runtime/system.ts'
import type { Note } from './actors/echo.ts'

const echo = new URL('./actors/echo.js', import.meta.url)
const note = (to: string, text: string, ...route: readonly string[]): Note => ({
  kind: 'note',
  from: 'trainer',
  to,
  text,
  route: [...route, 'trainer'],
})

const start = async (t: ExecutionContext, options: SystemOptions): Promise<System<Note, Note>> => {
  const system = await createSystem<Note, Note>(options)
  t.teardown(() => system.stop())
  return system
}

test('a message goes from actor to actor and back to the caller', async t => {
  const system = await start(t, {
    actors: [
      { name: 'a', module: echo, options: { mark: '-a' } },
      { name: 'b', module: echo, options: { mark: '-b' } },
    ],
  })
  system.send(note('a', 'x'))
  t.like(await firstValueFrom(system.inbox), { from: 'a', text: 'x-a' })
  system.send(note('a', 'y', 'b'))
  t.like(await firstValueFrom(system.inbox), { from: 'b', text: 'y-a-b' })
})

test('messages of one sender arrive in their order, however many', async t => {
  const system = await start(t, { actors: [{ name: 'a', module: echo }], link: { window: 8 } })
  const texts = Array.from({ length: 5000 }, (_, index) => String(index))
  for (const text of texts) system.send(note('a', text))
  const replies = await firstValueFrom(system.inbox.pipe(take(texts.length), toArray()))
  t.deepEqual(
    replies.map(({ text }) => text),
    texts,
  )
})
