import test from 'ava'
import { firstValueFrom, map } from 'rxjs'
import type { Actor } from '../../src/contracts/actor.ts'
import { createInThread } from '../../src/runtime/in-thread.ts'
import type { Note } from './actors/echo.ts'
import { note } from './note.ts'
import { systemLaws } from './system-laws.ts'

systemLaws('in one thread', createInThread)

test('an actor can be given as it is', async t => {
  const shout: Actor<Note, Note> = (inbox, { name }) =>
    inbox.pipe(map(({ from, text }) => ({ kind: 'note', from: name, to: from, text: text.toUpperCase(), route: [] })))
  const system = await createInThread<Note, Note>({ actors: [{ name: 'a', actor: shout }] })
  system.send(note('a', 'x'))
  t.is((await firstValueFrom(system.inbox)).text, 'X')
  await system.stop()
})
