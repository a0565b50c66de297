/** Runs of the method: it trains, raises levels, and resumes bit-identically. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { puzzlesLanguage } from '../../../environments/puzzles/language.ts'
import { gapsOf } from '../../../src/run/directory/gaps.ts'
import { readRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { trainRun } from '../../../src/run/train.ts'
import { resumeRun } from '../../../src/run/resume.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters, type Changes } from '../../run/tiny-run.ts'
import { stateAndMetrics } from '../state-and-metrics.ts'

/** With a threshold that random answers meet now and then, so that something rises. */
const changes: Changes = {
  method: 'rlve',
  methodOptions: { threshold: 0.01, minPrompts: 1 },
  environment: { name: 'puzzles', options: { families: ['EuclidGame', 'GCD'] } },
  tasks: { perIteration: 8, episodes: 4 },
  policy: { maxTokens: 2, filterEdges: 'inclusive' },
}

test('rlve trains, raises levels, and is the same for two threads, an interruption and a resume', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder, puzzlesLanguage)
  const config = tinyConfig({ policy, rewardModel: join(folder, 'none') }, changes)
  const [whole, stopped] = [join(folder, 'whole'), join(folder, 'stopped')]
  await eventsOf(trainRun({ config, directory: whole, inThread: true }))
  const undisturbed = await stateAndMetrics(whole, ['policy'])
  for (const {
    measures,
    models: { policy: trained },
  } of undisturbed.lines) {
    t.true(trained.samples > 0)
    t.is(typeof measures['level.GCD'], 'number')
    t.is(typeof measures['effectivePrompts'], 'number')
  }
  t.like(undisturbed.state, { drawn: 24 })
  t.deepEqual(await gapsOf(await readRunDirectory(whole)), [])

  const stop = new AbortController()
  const threads = tinyConfig(config.starters, { ...changes, environment: { ...changes.environment, threads: 2 } })
  await eventsOf(trainRun({ config: threads, directory: stopped, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  await eventsOf(resumeRun({ directory: stopped }))
  t.deepEqual(await stateAndMetrics(stopped, ['policy']), undisturbed)
})

test('a world without a ladder is refused, and so are tasks of a file, and slots for them', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const refused = async (given: Changes, message: RegExp) => {
    const run = async () =>
      eventsOf(trainRun({ config: tinyConfig(starters, { method: 'rlve', ...given }), directory: join(folder, 'run') }))
    await t.throwsAsync(run, { instanceOf: RangeError, message })
  }
  await refused({}, /rlve draws tasks by level of difficulty, and colours has no ladder/)
  const environment = { name: 'puzzles' }
  await refused(
    { environment, tasks: { file: 'tasks.jsonl' } },
    /tasks\.file has no effect on the method rlve, .*, got "tasks\.jsonl"/,
  )
  await refused({ environment, tasks: { slots: 8 } }, /tasks\.slots has no effect on the method rlve, .*, got 8/)
  await refused({ environment, methodOptions: { threshold: 0 } }, /threshold/)
  t.false((await readdir(folder)).includes('run'))
})
