import test from 'ava'
import { messagesSent } from '../../../../src/run/actors/use/messages-sent.ts'
import { createInThread } from '../../../../src/runtime/in-thread.ts'
import { note } from '../../../runtime/note.ts'

const echo = new URL('../../../runtime/actors/echo.js', import.meta.url)

test('counts what every actor has sent, also to another than the trainer', async t => {
  const system = await createInThread({ actors: ['a', 'b'].map(name => ({ name, module: echo })) })
  t.teardown(() => system.stop())
  const before = messagesSent(await system.health())
  const came = new Promise(resolve => void system.inbox.subscribe(resolve))
  system.send(note('a', 'x', 'b', 'a'))
  await came
  t.is(messagesSent(await system.health()) - before, 4)
})
