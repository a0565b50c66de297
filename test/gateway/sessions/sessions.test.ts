import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { readJournal } from '../../../src/gateway/journal.ts'
import { deleteSessions } from '../../../src/gateway/sessions/delete-sessions.ts'
import { expiredSessions, retentionOf } from '../../../src/gateway/sessions/retention.ts'
import { sessionsIn } from '../../../src/gateway/sessions/sessions-in.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { writtenSessions } from './written-sessions.ts'

test('sessions are read with their turns, verdicts, outcomes and what was trained on', async t => {
  const [ann, other, ...none] = sessionsIn(await writtenSessions(await temporaryFolder(t)))
  t.deepEqual(none, [])
  t.like(ann, { name: 'ann', outcome: 0.25 })
  t.deepEqual(
    ann?.turns.map(({ parent, trained, delivery }) => [
      ann.turns.findIndex(({ id }) => id === parent),
      trained,
      delivery,
    ]),
    [
      [-1, true, 'whole'],
      [0, false, 'whole'],
      [0, false, 'whole'],
    ],
  )
  t.deepEqual(ann?.turns[0]?.verdicts, [{ verdict: 1, reason: 'it went on from the secret', by: 'reward model' }])
  t.deepEqual(ann?.turns[2]?.verdicts, [{ verdict: -1, reason: 'no secret', by: 'person' }])
  t.is(other?.turns.length, 1)
})

test('what is deleted is in no file of the directory any more; the rest is as it was', async t => {
  const folder = await temporaryFolder(t)
  const [, other] = sessionsIn(await writtenSessions(folder))
  await t.throwsAsync(deleteSessions(folder, ['bob'], null), { message: 'there is no session "bob"' })
  await deleteSessions(folder, ['ann'], null)
  t.deepEqual(await readdir(folder), ['turns.jsonl'])
  t.notRegex(await readFile(join(folder, 'turns.jsonl'), 'utf8'), /secret|ann/)
  t.deepEqual(sessionsIn(await readJournal(folder)), other === undefined ? [] : [other])
})

test('sessions expire by their silence or their number, the one that was silent for longest first', t => {
  const session = fc.record({ id: fc.uuid(), lastAt: fc.nat(1e6) })
  const sessions = fc.uniqueArray(session, { selector: ({ lastAt }) => lastAt })
  fc.assert(
    fc.property(sessions, fc.integer({ min: 1, max: 10 }), fc.nat(1e6), (all, maxSessions, maxSilentMs) => {
      const now = 1e6
      const left = (gone: readonly string[]) => all.filter(({ id }) => !gone.includes(id))
      const kept = left(expiredSessions(all, { maxSessions }, now))
      t.is(kept.length, Math.min(all.length, maxSessions))
      const oldest = Math.min(...kept.map(({ lastAt }) => lastAt))
      t.true(all.every(each => kept.includes(each) || each.lastAt < oldest))
      t.deepEqual(
        left(expiredSessions(all, { maxSilentMs }, now)),
        all.filter(({ lastAt }) => now - lastAt <= maxSilentMs),
      )
    }),
  )
  t.deepEqual(['30d', '12h', '500'].map(retentionOf), [
    { maxSilentMs: 2_592_000_000 },
    { maxSilentMs: 43_200_000 },
    { maxSessions: 500 },
  ])
  for (const text of ['', '0', '-1', '3w', '30 d'])
    t.throws(() => retentionOf(text), { instanceOf: RangeError, message: /^retain must be .*, got/ })
})
