/** Groups that were all lost or all won have no outcomes to compare, but step signals may differ in them. */
import { join } from 'node:path'
import test from 'ava'
import type { Formulation } from '../../src/methods/rlanything/formulation/formulation.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters } from './tiny-run.ts'

/** The step signal of an episode is its number, so that it differs in every group. */
const numbered: Formulation = {
  name: 'numbered',
  advantages: rewards => rewards.map((steps, episode) => steps.map(reward => (reward === null ? null : episode - 0.5))),
}

test('with inclusive edges, groups at the bounds of the filter train the policy', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), {
    iterations: 1,
    feedback: { source: 'expert' },
    adaptation: { enabled: false },
    evaluation: { every: 0 },
  })
  const directory = join(folder, 'run')
  const policy = { ...config.policy, filterEdges: 'inclusive' as const }
  await eventsOf(trainRun({ config: { ...config, policy }, directory, formulation: numbered }))

  const rows = (await (await readRunDirectory(directory)).readEpisodes(1)).filter(({ use }) => use === 'train')
  const outcomes = new Map<number, Set<boolean | null>>()
  for (const { slot, won } of rows) outcomes.set(slot, (outcomes.get(slot) ?? new Set()).add(won))
  t.true([...outcomes.values()].some(({ size }) => size === 1))

  const [line] = await readMetrics(directory)
  t.deepEqual(line?.models.policy.dropped, {})
  t.is(line?.models.policy.samples, rows.length)
})
