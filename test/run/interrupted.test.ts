import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { resumeRun, trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from './tiny-run.ts'
import { usualRun } from './usual-run.ts'

test.serial('a run that is stopped before its actors are ready leaves no folder', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const reason = new Error('that will do')
  const run = trainRun({ config: tinyConfig(await tinyStarters(folder)), directory, signal: AbortSignal.abort(reason) })
  t.is(await t.throwsAsync(eventsOf(run)), reason)
  await t.throwsAsync(readdir(directory), { code: 'ENOENT' })
})

test.serial('a run that is stopped while it measures where it starts is broken off, and begins again', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { checkpoint: { every: 0 } })
  const directory = join(folder, 'run')
  const reason = new Error('that will do')
  for (const begin of [trainRun, resumeRun]) {
    const stop = new AbortController()
    const told: string[] = []
    const run = eventsOf(begin({ config, directory, signal: stop.signal }), ({ kind }) => {
      told.push(kind)
      if (kind === 'started') setImmediate(() => stop.abort(reason))
    })
    t.is(await t.throwsAsync(run), reason)
    t.deepEqual(told.slice(-1), ['started'])
    t.deepEqual(await readdir(join(directory, 'checkpoints')), [])
  }
  const events = await eventsOf(resumeRun({ directory }))
  t.like(events.at(0), { kind: 'warning' })
  t.like(events.at(-1), { kind: 'finished', reason: 'complete' })
  t.deepEqual(await remains(directory), (await usualRun()).remains)
})
