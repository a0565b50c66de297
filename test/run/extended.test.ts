/** Runs that go on to more iterations than they were begun with. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { instructionSet } from '../../src/engine/local/instruction-set.ts'
import { learningRateAt } from '../../src/learning/learning-rate.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { resumeRun, trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, remains, tinyConfig, tinyStarters } from './tiny-run.ts'
import { copyOfUsualRun, usualRun } from './usual-run.ts'

const configText = (directory: string): Promise<string> => readFile(join(directory, 'config.json'), 'utf8')

test.serial('resuming with the number of iterations that a run has changes nothing', async t => {
  const directory = await copyOfUsualRun(t)
  const before = await configText(directory)
  const { events: first, remains: unbroken } = await usualRun()
  const events = await eventsOf(resumeRun({ directory, iterations: 3 }))
  t.deepEqual(events.at(-1), { ...first.at(-1), directory })
  t.deepEqual(await remains(directory), unbroken)
  t.is(await configText(directory), before)
  t.false(before.includes('extended'))
})

test.serial('a run that goes on with another instruction set says so, once each time, and keeps both', async t => {
  const directory = await copyOfUsualRun(t)
  const file = join(directory, 'config.json')
  const { versions, ...begun } = JSON.parse(await configText(directory))
  await writeFile(file, JSON.stringify({ ...begun, versions: { ...versions, instructions: 'another' } }))
  for (const iterations of [3, 4]) {
    const events = await eventsOf(resumeRun({ directory, iterations }))
    const said = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    t.is(said.filter(text => /is made on .* which may differ in the last bits of numbers/.test(text)).length, 1)
  }
  t.is((await readRunDirectory(directory)).versions['instructions'], `another, ${instructionSet()}`)
})

test.serial('a finished run goes on, the same whether at one go or in two, and its record says so', async t => {
  const [atOnce, stopped] = [await copyOfUsualRun(t), await copyOfUsualRun(t)]
  const { events: first } = await usualRun()
  const events = await eventsOf(resumeRun({ directory: atOnce, iterations: 5 }))
  t.like(events.at(0), { kind: 'started', resumedFrom: 3, totalIterations: 5 })
  t.like(events.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: 5 } })

  const stop = new AbortController()
  await eventsOf(resumeRun({ directory: stopped, iterations: 5, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  t.like(await readRunDirectory(stopped), { config: { iterations: 5 }, extended: [{ after: 3, from: 3, to: 5 }] })
  t.like((await eventsOf(resumeRun({ directory: stopped }))).at(-1), { reason: 'complete', after: { iteration: 5 } })
  t.deepEqual(await remains(stopped), await remains(atOnce))

  const before = first.flatMap(event =>
    event.kind === 'iteration' ? [{ ...event.metrics, time: null, speed: null }] : [],
  )
  const lines = (await readMetrics(atOnce)).map(line => ({ ...line, time: null, speed: null }))
  t.deepEqual(lines.slice(0, 3), before)
  t.is(lines.length, 5)
})

test.serial('an unfinished run is extended, and once more; each change is kept', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder))
  const directory = join(folder, 'run')
  const stop = new AbortController()
  await eventsOf(trainRun({ config, directory, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  const end = (await eventsOf(resumeRun({ directory, iterations: 2 }))).at(-1)
  t.like(end, { reason: 'complete', after: { iteration: 2 } })
  await eventsOf(resumeRun({ directory, iterations: 4 }))
  const { extended } = await readRunDirectory(directory)
  t.deepEqual(extended, [
    { after: 1, from: 3, to: 2 },
    { after: 2, from: 2, to: 4 },
  ])
})

test.serial('a number of iterations that the run has made already is refused, and nothing is changed', async t => {
  const directory = await copyOfUsualRun(t)
  const { remains: unbroken } = await usualRun()
  const before = await configText(directory)
  for (const iterations of [1, 2]) {
    const message = `iterations must be above the 3 that ${directory} has made, got ${iterations}`
    await t.throwsAsync(eventsOf(resumeRun({ directory, iterations })), { instanceOf: RangeError, message })
  }
  await t.throwsAsync(eventsOf(resumeRun({ directory, iterations: 2.5 })), { message: /iterations must be an integer/ })
  t.is(await configText(directory), before)
  t.deepEqual(await remains(directory), unbroken)
})

test('the learning rate of an extended run is that of a run of the new length at the same iteration', t => {
  const schedule = { learningRate: 3e-4, finalLearningRate: 0.05, warmupIterations: 0 }
  const near = (found: number, wanted: number) => t.true(Math.abs(found - wanted) < 1e-12, `${found}, not ${wanted}`)
  near(learningRateAt(schedule, 240, 240), 3e-4 * 0.05)
  near(learningRateAt(schedule, 241, 480), 3e-4 * (1 - 0.95 * (240 / 479)))
})
