import test from 'ava'
import fc from 'fast-check'
import { anyStorm, stormy } from './storm.ts'
import { scriptedGateway } from './scripted.ts'

test('clients that hang up, retry, send twice, edit and cut, many at once: nothing is lost, and nothing trained on twice', async t => {
  const size = { sessions: 10, steps: 6, lives: 2 }
  await fc.assert(
    fc.asyncProperty(anyStorm(size), async storm => {
      await stormy(t, storm, size)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

test('a thousand sessions are open at once', async t => {
  const { ask, written } = scriptedGateway({ answer: () => 'look', maxSessions: 1000 })
  const path = '/v1/chat/completions'
  const first = (at: number) => [{ role: 'user', content: `I am ${at}` }]
  const everyone = Array.from({ length: 1000 }, (_, at) => at)
  const begun = await Promise.all(everyone.map(at => ask({ path, body: { messages: first(at) } })))
  const next = (at: number) => [...first(at), { role: 'assistant', content: 'look' }, { role: 'user', content: 'look' }]
  const gone = await Promise.all(everyone.map(at => ask({ path, body: { messages: next(at) } })))
  t.deepEqual(
    gone.map(({ session }) => session),
    begun.map(({ session }) => session),
  )
  t.is(written.filter(line => line.kind === 'turn' && line.after !== null).length, 1000)
})
