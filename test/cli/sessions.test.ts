import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writtenSessions } from '../gateway/sessions/written-sessions.ts'
import { commandLine } from './command-line.ts'

test('sessions lists, shows, exports and deletes what a gateway keeps', async t => {
  const directory = await temporaryFolder(t)
  await writtenSessions(directory)
  const run = (...args: string[]) => commandLine(['sessions', ...args, '--directory', directory])
  const { printed } = await run('list')
  t.regex(printed, /ann +2025-11-24T16:00:00 +3 +\d+ +1\/1 +1 +0\.25/)
  const all = JSON.parse((await run('list', '--json')).printed) as readonly { readonly name: string | null }[]
  t.deepEqual(
    all.map(({ name }) => name),
    ['ann', null],
  )
  const shown = await run('show', 'ann')
  t.regex(shown.printed, /user: look\n {2}model: go to desk 1\n {2}\+ reward model: it went on from the secret\n/)
  t.like(JSON.parse((await run('show', 'ann', '--json')).printed), { name: 'ann', outcome: 0.25 })
  t.is((await run('export', '--to', 'atif', '--out', join(directory, 'out'))).code, 0)
  t.is((await run('delete', 'ann')).code, 0)
  const again = await run('show', 'ann')
  t.is(again.code, 2)
  t.regex(again.errors, /there is no session "ann"/)
})

test('what an agent was told moves no cursor, in JSON neither', async t => {
  const directory = await temporaryFolder(t)
  const [turn] = (await writtenSessions(directory)).filter(line => line.kind === 'turn')
  const reason = 'gone\u009b2J'
  await appendFile(
    join(directory, 'turns.jsonl'),
    `${JSON.stringify({ kind: 'verdict', id: turn?.id, at: 8, verdict: -1, reason })}\n`,
  )
  for (const words of [['list'], ['show', 'ann']]) {
    const { printed } = await commandLine(['sessions', ...words, '--json', '--directory', directory])
    t.true(printed.includes('gone\\u009b2J'))
    t.true(JSON.stringify(JSON.parse(printed)).includes(reason))
  }
})

test('a folder without the sessions of a gateway is told, whatever is asked of it', async t => {
  const directory = await temporaryFolder(t)
  for (const words of [
    ['list'],
    ['show', 'ann'],
    ['delete', 'ann'],
    ['export', '--to', 'atif', '--out', join(directory, 'out')],
  ]) {
    const { code, errors } = await commandLine(['sessions', ...words, '--directory', directory])
    t.is(code, 2)
    t.regex(errors, /the directory must be that of a gateway, got .*: there is no turns\.jsonl in it/)
  }
})
