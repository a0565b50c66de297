import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openJournal, readJournal } from '../../src/gateway/journal.ts'
import { withoutSessions } from '../../src/gateway/sessions/without-sessions.ts'
import { RunDirectoryError } from '../../src/run/directory/records/run-directory-error.ts'
import { turnLine } from './turn-line.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const outcome = (session: string) =>
  ({ kind: 'outcome', session, at: 1, outcome: 1, observation: null, by: 'request' }) as const

test('lines are in the order of the calls, and found again; one that was cut off is taken away', async t => {
  const folder = join(await temporaryFolder(t), 'sessions')
  const { append, lines, close } = await openJournal(folder)
  t.deepEqual(lines, [])
  const wanted = ['a', 'ü', 'c'].map(outcome)
  await Promise.all(wanted.map(append))
  await close()
  const path = join(folder, 'turns.jsonl')
  await appendFile(path, '{"kind": "outc')
  const again = await openJournal(folder)
  t.deepEqual(again.lines, wanted)
  await again.append(outcome('d'))
  t.deepEqual(await readJournal(folder), [...wanted, outcome('d')])
  t.is((await readFile(path, 'utf8')).split('\n').length, 5)
  await again.keep(line => line.kind === 'outcome' && line.session !== 'ü')
  t.true(await again.append(outcome('e')))
  t.false(await again.append(outcome('ü')))
  t.deepEqual(await readJournal(folder), ['a', 'c', 'd', 'e'].map(outcome))
  await again.close()
  t.deepEqual(await readdir(folder), ['turns.jsonl'])
})

test('what is said of a turn while it is removed is not written', async t => {
  const folder = await temporaryFolder(t)
  const { append, keep, close } = await openJournal(folder)
  await append(turnLine('a', 0))
  await append(turnLine('b', 0))
  const removed = keep(withoutSessions(new Set(['a'])))
  const verdict = (id: string) => ({ kind: 'verdict', id, at: 1, verdict: 1, reason: 'It helps.' }) as const
  t.deepEqual(await Promise.all(['ax0', 'bx0'].map(verdict).map(append)), [false, true])
  t.true(await removed)
  await close()
  t.deepEqual(await readJournal(folder), [turnLine('b', 0), verdict('bx0')])
})

test('refuses a line that is no JSON, and a folder that is in use', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'turns.jsonl'), '{}\nlook\n')
  await t.throwsAsync(openJournal(folder), { instanceOf: RunDirectoryError, message: /line 2 is not JSON/ })
  await writeFile(join(folder, 'turns.jsonl'), '')
  const { close } = await openJournal(folder)
  await t.throwsAsync(openJournal(folder), { instanceOf: RunDirectoryError, message: /in use by process/ })
  await close()
  await writeFile(join(folder, 'config.json'), '{}')
  for (const [place, which] of [
    [folder, 'that of a run'],
    [join(folder, 'turns.jsonl'), 'a file'],
  ] as const)
    await t.throwsAsync(openJournal(place), {
      instanceOf: RangeError,
      message: `the directory must be a folder of a gateway alone, got ${place}, which is ${which}`,
    })
})

test('killed while many write at once, all lines that were promised are there', async t => {
  const folder = await temporaryFolder(t)
  const module = new URL('../../src/gateway/journal.js', import.meta.url).href
  const program = `
    const { openJournal } = await import(${JSON.stringify(module)})
    const { append } = await openJournal(${JSON.stringify(folder)})
    let next = 0
    const write = async () => {
      for (;;) {
        const session = String(next++)
        await append({ kind: 'outcome', session, at: 1, outcome: 1 })
        process.stdout.write(session + ' ')
      }
    }
    for (let at = 0; at < 50; at += 1) write()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let promised = ''
  for await (const chunk of child.stdout) {
    promised += String(chunk)
    if (promised.length > 5000) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const { lines, close } = await openJournal(folder)
  await close()
  const kept = new Set(lines.map(line => (line.kind === 'outcome' ? line.session : '')))
  t.is(kept.size, lines.length)
  t.deepEqual(
    promised
      .split(' ')
      .slice(0, -1)
      .filter(session => !kept.has(session)),
    [],
  )
})
