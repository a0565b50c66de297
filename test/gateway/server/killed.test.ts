/** Gateways that end at any moment, and clients that hang up and ask again: no turn is lost, and none is there twice. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { openJournal, readJournal, type JournalLine, type TurnLine } from '../../../src/gateway/journal.ts'
import { DiskError } from '../../../src/run/directory/records/run-directory-error.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { scriptedGateway, words, writes } from './scripted.ts'

const path = '/v1/chat/completions'
const observed = (text: string): readonly number[] => [...words.encode(text), words.id('<act>')]
const steps = 4
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

test('cut off at any byte, the journal has each turn that was answered, and what is asked again is there once', async t => {
  const whole = scriptedGateway({ answer: said })
  for (let step = 0; step < steps; step += 1) await whole.ask({ path, body: bodyAfter(step) })
  const bytes = Buffer.from(whole.written.map(line => `${JSON.stringify(line)}\n`).join(''))
  const root = await temporaryFolder(t)
  let runs = 0
  const cutAt = async (position: number): Promise<void> => {
    const folder = join(root, String((runs += 1)))
    await mkdir(folder)
    await writeFile(join(folder, 'turns.jsonl'), bytes.subarray(0, position))
    const journal = await openJournal(folder)
    const there = turnsIn(journal.lines).length
    /* Its line is on the disk before a turn is answered: all answered turns have whole lines. */
    t.deepEqual(journal.lines, whole.written.slice(0, bytes.subarray(0, position).toString().split('\n').length - 1))
    const { ask } = scriptedGateway({ answer: at => said(there + at), lines: journal.lines, journal })
    const isDelivered = journal.lines.at(-1)?.kind === 'delivered'
    for (let step = isDelivered ? there : Math.max(0, there - 1); step < steps; step += 1)
      t.is((await ask({ path, body: bodyAfter(step) })).status, 200)
    await journal.close()
    const turns = turnsIn(await readJournal(folder))
    t.is(turns.length, steps)
    t.is(new Set(turns.map(({ id }) => id)).size, steps)
    t.is(new Set(turns.map(({ session }) => session)).size, 1)
  }
  const breaks = [...bytes.keys()].filter(at => bytes[at] === 0x0a)
  for (const at of breaks) for (const position of [at, at + 1]) await cutAt(position)
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), cutAt), { numRuns: 30 })
})

test('a disk that refuses a turn: it is not answered, and answered once it is asked again', async t => {
  let isFull = true
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  const append = async (): Promise<boolean> => {
    if (isFull) throw new DiskError('the disk is full (writing /somewhere)', { cause: full })
    return true
  }
  const { ask } = scriptedGateway({ answer: said, journal: { append, keep: async () => true, read: async () => [] } })
  const refused = await ask({ path, body: bodyAfter(0) })
  t.is(refused.status, 503)
  t.is(refused.whole.error?.message, 'it could not be kept, and is not answered: the disk is full')
  isFull = false
  t.is((await ask({ path, body: bodyAfter(0) })).status, 200)
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
