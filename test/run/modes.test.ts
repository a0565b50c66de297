/** Asynchronous mode: what is trained on is never older than allowed, tasks are as in synchronous mode, and a run goes on. */
import test, { type ExecutionContext } from 'ava'
import { join } from 'node:path'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import type { LineageEvent } from '../../src/curriculum/lineage.ts'
import { replayLineage } from '../../src/curriculum/slots.ts'
import { resumeRun, trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, played, playedInThreads, readMetrics, rewardModelOf, tinyConfig, tinyStarters } from './tiny-run.ts'

for (const staleness of [1, 2]) {
  test.serial(
    `what is trained on is at most ${staleness} trainings old, which is written down; each proposal is decided on once`,
    async t => {
      const mode = { kind: 'asynchronous', staleness } as const
      const adaptation = { low: 0.4, high: 0.6 }
      const { directory, events } = await playedInThreads(t, { iterations: 5, mode, adaptation })
      t.like(events.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: 5 } })
      const metrics = await readMetrics(directory)
      t.deepEqual(
        metrics.map(({ iteration }) => iteration),
        [1, 2, 3, 4, 5],
      )
      const run = await readRunDirectory(directory)
      for (const line of metrics) {
        const {
          iteration,
          models: { policy },
        } = line
        const rows = await run.readEpisodes(iteration)
        const oldest = Math.max(...rows.map(({ age }) => age ?? 0))
        const oldestVote = Math.max(...rows.map(({ noteAge }) => noteAge ?? 0))
        t.true(oldest <= Math.min(staleness, iteration - 1) && oldestVote <= Math.min(staleness, iteration - 1))
        t.true(policy.largestStaleness <= oldest && rewardModelOf(line).largestStaleness <= oldestVote)
        if (oldest === 0) t.is(policy.meanRatio, null)
        if (policy.meanRatio !== null) t.true(policy.meanRatio > 0 && policy.meanRatio <= 2)
      }
      t.true(
        metrics.some(({ models }) => Object.values(models).some(({ largestStaleness = 0 }) => largestStaleness > 0)),
      )
      decidedOnceEach(t, await run.readLineage(), staleness)
    },
  )
}

/** Each proposal is decided on once, by the first iteration that was begun after it. */
function decidedOnceEach(t: ExecutionContext, lineage: readonly LineageEvent<unknown>[], staleness: number): void {
  t.notThrows(() => replayLineage(lineage))
  const proposed = lineage.filter(event => event.kind === 'proposed')
  t.true(proposed.length > 0)
  for (const { slot, version, iteration } of proposed) {
    const ends = lineage.filter(
      event =>
        (event.kind === 'decided' || event.kind === 'withdrawn') && event.slot === slot && event.version === version,
    )
    const latest = iteration + 1 + staleness
    t.true(ends.length === 1 || (ends.length === 0 && latest > 5), `version ${version} of slot ${slot}`)
    t.true(ends.every(event => event.iteration > iteration && event.iteration <= latest))
  }
}

for (const [named, mode] of Object.entries({
  'without staleness': { kind: 'asynchronous', staleness: 0 },
  'where stale samples are not wanted': { kind: 'asynchronous', stale: 'drop', staleness: 2 },
} as const))
  test.serial(`${named}, asynchronous mode is synchronous, bit for bit`, async t => {
    const { directory } = await playedInThreads(t, { iterations: 4, mode })
    const synchronous = await playedInThreads(t, { iterations: 4 })
    const learned = async (of: string) =>
      (await readMetrics(of)).map(({ models, steps, success, measures }) => ({ models, steps, success, measures }))
    t.deepEqual(await learned(directory), await learned(synchronous.directory))
  })

test.serial(
  'an asynchronous run that is interrupted resumes from its checkpoint, and nothing is made twice',
  async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const config = tinyConfig(await tinyStarters(folder), { iterations: 4, mode: { kind: 'asynchronous' } })
    const stop = new AbortController()
    const first = await eventsOf(trainRun({ config, directory, signal: stop.signal }), event => {
      if (event.kind === 'iteration' && event.metrics.iteration === 2) stop.abort()
    })
    t.like(first.at(-1), { kind: 'finished', reason: 'interrupted', after: { iteration: 2 } })
    const second = await eventsOf(resumeRun({ directory }))
    t.like(second.at(0), { kind: 'started', resumedFrom: 2 })
    t.like(second.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: 4 } })
    t.deepEqual(
      (await readMetrics(directory)).map(({ iteration }) => iteration),
      [1, 2, 3, 4],
    )
    const lineage = await (await readRunDirectory(directory)).readLineage()
    t.notThrows(() => replayLineage(lineage))
  },
)

test.serial('a synchronous run trains on nothing that older weights drew', async t => {
  const { directory } = await played(t, { iterations: 2 })
  for (const line of await readMetrics(directory))
    for (const { largestStaleness, meanRatio } of [line.models.policy, rewardModelOf(line)])
      t.deepEqual([largestStaleness, meanRatio], [0, null])
})
