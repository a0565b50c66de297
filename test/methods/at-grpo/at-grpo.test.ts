/** Runs of the method: it trains shared and separate policies, and refuses what does not fit. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { readRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { policyOfRun } from '../../../src/run/policy-of-run.ts'
import { trainRun } from '../../../src/run/train.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import relay from '../../fixtures/worlds/relay.ts'
import { eventsOf, tinyConfig, tinyStarters, type Changes } from '../../run/tiny-run.ts'
import { stateAndMetrics } from '../state-and-metrics.ts'

const relayModule = fileURLToPath(new URL('../../fixtures/worlds/relay.js', import.meta.url))

const tiny: Changes = {
  method: 'at-grpo',
  environment: { name: relayModule },
  tasks: { slots: 4, perIteration: 2, episodes: 2 },
  supervision: { firstDelayMs: 1 },
}
async function startersIn(folder: string) {
  const { policy } = await tinyStarters(folder, relay().language)
  return { policy, rewardModel: null }
}

async function trained(t: ExecutionContext, changes: Changes): Promise<string> {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await startersIn(folder), { ...tiny, ...changes })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  return directory
}

for (const [policies, models] of [
  ['shared', ['policy']],
  ['separate', ['policy', 'guide']],
] as const) {
  test(`${policies} policies learn, from groups of K`, async t => {
    const changes = { methodOptions: { policies } }
    const directory = await trained(t, changes)
    const { lines, weights: digests } = await stateAndMetrics(directory, models)
    for (const { measures, models: trainedModels } of lines) {
      t.is(measures['groupSize'], 4)
      t.is(typeof measures['reward.guide'], 'number')
      t.is(typeof measures['reward.walker'], 'number')
      t.deepEqual(Object.keys(trainedModels).sort(), [...models].sort())
    }
    t.true(lines.some(({ models: { policy } }) => policy.updates > 0))
    const [weights, others] = digests
    if (policies === 'separate') t.not(weights, others, 'each has learned of its own turns')
    const { players } = await policyOfRun(directory, null, () => {})
    t.deepEqual(Object.keys(players), policies === 'separate' ? ['guide'] : [], 'as it is measured afterwards')
    const rows = await (await readRunDirectory(directory)).readEpisodes(1)
    t.true(rows.every(({ agent, step }) => agent === (step % 2 === 0 ? 'guide' : 'walker')))
  })
}

test('it plays a world of one agent that names none, and turns and episodes can be compared without trees', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const directory = join(folder, 'run')
  const config = tinyConfig(starters, { method: 'at-grpo', iterations: 1 })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  t.is((await stateAndMetrics(directory, ['policy'])).lines[0]?.measures['groupSize'], 4)
  for (const groups of ['same-observation', 'agent-turn', 'trajectory', 'outcome']) {
    const directory = await trained(t, { iterations: 1, methodOptions: { groups } })
    t.is((await stateAndMetrics(directory, ['policy'])).lines.length, 1, groups)
  }
})

test('the shipped starters of the teams learn by it, with their preset', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  const changes = { tasks: { perIteration: 4 }, evaluation: { tasks: 2 }, iterations: 1 }
  const config = await loadRunConfig({ environment: { name: 'teams' }, ...changes })
  t.is(config.method, 'at-grpo')
  await eventsOf(trainRun({ config, directory, inThread: true }))
  const [line] = (await stateAndMetrics(directory, ['policy'])).lines
  t.true((line?.models.policy.updates ?? 0) > 0)
  t.true((line?.measures['tellingGroups'] ?? 0) > 0.2)
})

test('what does not fit is refused before there is a folder', async t => {
  const folder = await temporaryFolder(t)
  const starters = await startersIn(folder)
  const refused = async (changes: Changes, message: RegExp) => {
    const run = async () => {
      const config = tinyConfig(starters, { ...tiny, ...changes })
      return eventsOf(trainRun({ config, directory: join(folder, 'run'), inThread: true }))
    }
    await t.throwsAsync(run, { message })
    t.false((await readdir(folder)).includes('run'))
  }
  await refused(
    { environment: { name: relayModule, options: { single: true } } },
    /needs a world whose episodes fork, and relay has none/,
  )
  await refused(
    { environment: { name: relayModule, options: { unlisted: true } } },
    /at-grpo needs a world that lists its agents, and relay lists none/,
  )
  await refused({ methodOptions: { candidates: 1 } }, /candidates/)
  await refused({ method: 'grpo' }, /the players of relay must be guide, walker, got policy/)
})
