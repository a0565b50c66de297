import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openJournal } from '../../src/gateway/journal.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const outcome = (session: string) =>
  ({ kind: 'outcome', session, at: 1, outcome: 1, observation: null, by: 'request' }) as const

test('lines are in the order of the calls, and found again; one that was cut off is taken away', async t => {
  const folder = join(await temporaryFolder(t), 'sessions')
  const { append, lines } = await openJournal(folder)
  t.deepEqual(lines, [])
  const wanted = ['a', 'ü', 'c'].map(outcome)
  await Promise.all(wanted.map(append))
  const path = join(folder, 'turns.jsonl')
  await appendFile(path, '{"kind": "outc')
  const again = await openJournal(folder)
  t.deepEqual(again.lines, wanted)
  await again.append(outcome('d'))
  t.deepEqual((await openJournal(folder)).lines, [...wanted, outcome('d')])
  t.is((await readFile(path, 'utf8')).split('\n').length, 5)
})

test('refuses a line that is no JSON', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'turns.jsonl'), '{}\nlook\n')
  await t.throwsAsync(openJournal(folder), {
    instanceOf: RangeError,
    message: /turns\.jsonl:2 must be JSON, got "look"$/,
  })
})
