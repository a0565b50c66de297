import test from 'ava'
import { appendFile, cp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRunDirectory, readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { resumeRun, trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from './tiny-run.ts'
import { copyOfUsualRun, usualRun } from './usual-run.ts'

test.serial('a run that is interrupted and resumed, twice, ends as an unbroken one', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { checkpoint: { every: 0 } })
  const directory = join(folder, 'run')
  for (const stopAt of [1, 2]) {
    const stop = new AbortController()
    const run = { directory, signal: stop.signal }
    const events = await eventsOf(stopAt === 1 ? trainRun({ config, ...run }) : resumeRun(run), event => {
      if (event.kind === 'iteration' && event.metrics.iteration === stopAt) stop.abort()
    })
    t.like(events.at(-1), { kind: 'finished', reason: 'interrupted', after: { iteration: stopAt } })
  }
  const events = await eventsOf(resumeRun({ directory }))
  t.like(events.at(0), { kind: 'started', resumedFrom: 2 })
  t.like(events.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: 3 } })
  t.deepEqual(await remains(directory), (await usualRun()).remains)
})

test.serial('a run keeps the day of its start, or the date that is set, and resumes with it', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const dateOf = async (directory: string) => (await readRunDirectory(directory)).config.policy.date
  t.regex((await dateOf(await copyOfUsualRun(t))) ?? '', /^20\d\d-\d\d-\d\d$/)
  const config = tinyConfig(starters, { iterations: 1, policy: { date: '2024-02-29' } })
  const directory = join(folder, 'run')
  await eventsOf(trainRun({ config, directory }))
  t.is(await dateOf(directory), '2024-02-29')
  await eventsOf(resumeRun({ directory, iterations: 2 }))
  t.is(await dateOf(directory), '2024-02-29')
})

test.serial('a run that is cut off at any write ends as an unbroken one', async t => {
  const directory = await copyOfUsualRun(t)
  const { remains: unbroken } = await usualRun()
  const file = (name: string) => join(directory, name)
  const lines = (await readFile(file('metrics.jsonl'), 'utf8')).trimEnd().split('\n')
  const keep = (count: number, more = '') =>
    writeFile(
      file('metrics.jsonl'),
      lines
        .slice(0, count)
        .map(line => `${line}\n`)
        .join('') + more,
    )

  /* After the last checkpoint, before its line of metrics and the summary. */
  await keep(2)
  await rm(file('summary.json'))
  t.like((await eventsOf(resumeRun({ directory }))).at(-1), { reason: 'complete', after: { iteration: 3 } })
  t.deepEqual(await remains(directory), unbroken)

  /* In the middle of iteration 3: its tasks are half written, its checkpoint is damaged. */
  await keep(2, '{"iteration":3,"epi')
  const [tasks] = (await readFile(file('tasks.jsonl'), 'utf8')).split(/(?=\{"kind":"[a-z]+","iteration":3)/)
  await writeFile(
    file('tasks.jsonl'),
    `${tasks}{"kind":"measured","iteration":3,"slot":0,"version":0,"count":{"successes":1,"trials":3}}\n{"ki`,
  )
  await truncate(file('checkpoints/step-000003/policy/model.safetensors'), 100)
  const events = await eventsOf(resumeRun({ directory }))
  t.like(events, [{ kind: 'warning' }, { kind: 'started', resumedFrom: 2 }])
  t.deepEqual(await remains(directory), unbroken)
})

test.serial('a complete run that is resumed stays as it is, and says where it got to', async t => {
  const directory = await copyOfUsualRun(t)
  const { events: first, remains: before } = await usualRun()
  const events = await eventsOf(resumeRun({ directory }))
  t.deepEqual(
    events.map(({ kind }) => kind),
    ['started', 'finished'],
  )
  t.deepEqual(events.at(-1), { ...first.at(-1), directory })
  t.deepEqual(await remains(directory), before)
})

test.serial('a run that was cut off before its first checkpoint begins again', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder))
  const run = await createRunDirectory(directory, { config, versions: {}, formulation: null })
  await run.appendLineage([{ kind: 'rooted', iteration: 0, slot: 0, version: 0, task: { half: 'written' } }])
  await run.close()
  const events = await eventsOf(resumeRun({ directory }))
  t.like(events, [
    { kind: 'warning' },
    { kind: 'started', resumedFrom: null },
    { kind: 'measured' },
    { kind: 'iteration' },
    { kind: 'iteration' },
    { kind: 'iteration' },
    { kind: 'finished', reason: 'complete' },
  ])
  t.regex(events[0]?.kind === 'warning' ? events[0].text : '', /before its first checkpoint: it begins again/)
  t.deepEqual(await remains(directory), (await usualRun()).remains)
})

test.serial('a run without a checkpoint that can be used is refused, and left as it was', async t => {
  const directory = await copyOfUsualRun(t)
  for (const step of await readdir(join(directory, 'checkpoints')))
    await appendFile(join(directory, 'checkpoints', step, 'state.json'), ' ')
  const copy = join(await temporaryFolder(t), 'copy')
  await cp(directory, copy, { recursive: true })
  await t.throwsAsync(eventsOf(resumeRun({ directory })), { name: 'RunDirectoryError', message: /no whole checkpoint/ })
  t.deepEqual((await readdir(directory, { recursive: true })).sort(), (await readdir(copy, { recursive: true })).sort())
})

test.serial('unsubscribing stops a run at once, and frees its folder', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder), { iterations: 1000 })
  await new Promise<void>((resolve, reject) => {
    const subscription = trainRun({ config, directory }).subscribe({
      next: ({ kind }) => {
        if (kind !== 'iteration') return
        subscription.unsubscribe()
        resolve()
      },
      error: reject,
    })
  })
  while ((await readdir(directory)).some(name => name.startsWith('lock-'))) await new Promise(setImmediate)
  const reason = new Error('that will do')
  const stopped = eventsOf(resumeRun({ directory, signal: AbortSignal.abort(reason) }))
  t.is(await t.throwsAsync(stopped), reason)
})

test.serial('gaps of a run are reported when it resumes, and damaged files stay as they are', async t => {
  const directory = await copyOfUsualRun(t)
  const file = (name: string) => join(directory, name)
  const lines = (await readFile(file('metrics.jsonl'), 'utf8')).split(/(?<=\n)/)
  await writeFile(file('metrics.jsonl'), lines.slice(1).join(''))
  t.like(await eventsOf(resumeRun({ directory })), [
    { kind: 'warning', text: 'metrics.jsonl has no line of iteration 1' },
    { kind: 'started', resumedFrom: 3 },
  ])
  const damaged = lines.join('').replace('"iteration":2', '"iteration":"2"')
  await writeFile(file('metrics.jsonl'), damaged)
  await t.throwsAsync(eventsOf(resumeRun({ directory })), {
    message: /metrics\.jsonl, line 2 is damaged: iteration: .*"2"/,
  })
  t.is(await readFile(file('metrics.jsonl'), 'utf8'), damaged)
  await writeFile(file('metrics.jsonl'), lines.join(''))
  await rm(file('tasks.jsonl'))
  const config = await readFile(file('config.json'), 'utf8')
  await t.throwsAsync(eventsOf(resumeRun({ directory, iterations: 9 })), {
    message: /tasks\.jsonl has the tasks of 0 slots, and the run 4/,
  })
  t.is(await readFile(file('config.json'), 'utf8'), config)
})
