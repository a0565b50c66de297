/** Gateways that end at any moment, and clients that hang up and ask again: no turn is lost, and none is there twice. */
import test from 'ava'
import fc from 'fast-check'
import type { JournalLine, TurnLine } from '../../../src/gateway/journal.ts'
import { scriptedGateway, words, writes } from './scripted.ts'

const path = '/v1/chat/completions'
const observed = (text: string): readonly number[] => [...words.encode(text), words.id('<act>')]
const said = (step: number): string => `go to desk ${step}`

/** The body of a conversation's request after so many answers. */
const bodyAfter = (answers: number) => ({
  messages: [
    ...Array.from({ length: answers }, (_, step) => [
      { role: 'user', content: 'look' },
      { role: 'assistant', content: words.decode(writes(said(step))) },
    ]).flat(),
    { role: 'user', content: 'look' },
  ],
})

const turnsIn = (lines: readonly JournalLine[]): readonly TurnLine[] =>
  lines.filter((line): line is TurnLine => line.kind === 'turn')

/** All that a turn's model has read. */
function readBy(turn: TurnLine | undefined, lines: readonly JournalLine[]): readonly number[] {
  if (turn === undefined) return []
  const before = turnsIn(lines).find(({ id }) => id === turn.after)
  return [...readBy(before, lines), ...(before?.sampled[0]?.tokens ?? []), ...turn.promptTokens]
}

test('wherever a gateway was killed, the next one goes on: what is asked again is the same turn, in the same tokens', async t => {
  const steps = 4
  const whole = scriptedGateway({ answer: said })
  for (let step = 0; step < steps; step += 1) await whole.ask({ path, body: bodyAfter(step) })
  for (let kept = 0; kept <= whole.written.length; kept += 1) {
    const lines = whole.written.slice(0, kept)
    const there = turnsIn(lines).length
    const isDelivered = lines.at(-1)?.kind === 'delivered'
    const { ask, written } = scriptedGateway({ answer: at => said(there + at), lines })
    /* The client asks again for what it did not get, and then goes on. */
    for (let step = isDelivered ? there : Math.max(0, there - 1); step < steps; step += 1)
      t.is((await ask({ path, body: bodyAfter(step) })).status, 200)
    const all = [...lines, ...written]
    t.is(turnsIn(all).length, steps, `killed after ${kept} lines`)
    const conversation = Array.from({ length: steps }, (_, step) => [...observed('look'), ...writes(said(step))]).flat()
    const last = turnsIn(all).at(-1)
    t.deepEqual([...readBy(last, all), ...(last?.sampled[0]?.tokens ?? [])], conversation)
  }
})

test('clients that hang up and ask again, many at once: each step of each session is one turn', async t => {
  const client = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 8 }), async clients => {
      const { ask, written } = scriptedGateway({ answer: async at => said(at) })
      await Promise.all(
        clients.map(async (hangUps, which) => {
          const messages = [{ role: 'user', content: `look ${which}` }]
          for (const count of hangUps) {
            const request = { path, body: { messages } }
            for (let at = 0; at < count; at += 1) {
              const gone = new AbortController()
              const lost = ask({ ...request, left: gone.signal })
              gone.abort()
              await lost
            }
            const { whole } = await ask(request)
            messages.push({ role: 'assistant', content: whole.choices?.[0]?.message?.content ?? '' })
            messages.push({ role: 'user', content: 'look' })
          }
        }),
      )
      const turns = turnsIn(written)
      t.is(
        turns.length,
        clients.reduce((sum, hangUps) => sum + hangUps.length, 0),
      )
      t.is(new Set(turns.map(({ session }) => session)).size, clients.length)
      t.is(turns.filter(({ parent }) => parent === null).length, clients.length)
    }),
    { numRuns: 50 },
  )
})
