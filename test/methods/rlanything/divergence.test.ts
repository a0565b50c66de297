import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { halved, watchRewardModel } from '../../../src/methods/rlanything/divergence.ts'
import { paper } from '../../../src/methods/rlanything/formulation/paper.ts'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { stepsOfEpisodes } from '../../../src/laws/formulation/cases/cases.ts'
import { goldObserver, goldQuality } from '../../../src/reward/verdicts/gold.ts'
import type { Rollout } from '../../../src/contracts/episode.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { prepare } from '../../../src/run/prepare.ts'
import { trainRun } from '../../run/in-thread.ts'
import { votedEpisode } from '../../run/rollout-arbitraries.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters } from '../../run/tiny-run.ts'

test('λ halved is the formulation with half of λ, where votes count by it', t => {
  const formulation = {
    ...paper({ lambda: 1 }),
    objectives: { policy: { kind: 'cross-entropy' }, rewardModel: { kind: 'cross-entropy' } },
    given: [],
  } as const
  const progress = { iteration: 1, iterations: 1 }
  fc.assert(
    fc.property(stepsOfEpisodes, ({ episode, step }) => {
      const found = halved(formulation).stepReward(episode, step, progress)
      t.true(Math.abs(found - paper({ lambda: 0.5 }).stepReward(episode, step, progress)) < 1e-12)
    }),
  )
})

const { episode, notes } = votedEpisode({ won: false, good: false, votes: [[1]] })
/** Praised and bad. */
const flattering: Rollout = { episode, notes: { ...notes, [goldObserver]: [] } }
const before = {
  first: [
    ...Array.from({ length: 5 }, () => ({ approval: 0.5, truth: 0.5 })),
    ...Array.from({ length: 4 }, () => ({ approval: 1, truth: 0 })),
  ],
  last: [],
  since: null,
}

test('the alarm warns once, names what follows, and stops the run where it is to', t => {
  const watch = (onDivergence: string, from: Parameters<typeof watchRewardModel>[1] = before) =>
    watchRewardModel(
      rlanythingConfig(parseRunConfig({ rewardModel: { onDivergence } })),
      from,
      10,
      goldQuality([{ members: [{ rollout: flattering }] }]),
    )
  for (const action of ['warn', 'freeze', 'lower-lambda']) {
    const { watched, warnings } = watch(action)
    t.is(watched.since, 10)
    t.regex(
      warnings.join('\n'),
      new RegExp(`^the reward model approves of more .* rewardModel\\.onDivergence is ${action}$`),
    )
  }
  t.deepEqual(watch('warn', { ...before, since: 4 }).warnings, [])
  t.throws(() => watch('stop'), { message: /onDivergence is stop$/ })
})

test('a frozen copy votes beside the reward model and changes no number of the run', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const measured = async (share: number) => {
    const directory = join(folder, `share-${share}`)
    const config = tinyConfig(starters, { iterations: 1, rewardModel: { gold: { share } as never } })
    await eventsOf(trainRun({ config, directory }))
    return (await readMetrics(directory)).map(({ measures, models }) => ({ measures, models }))
  }
  const [without, beside] = [await measured(0), await measured(0.5)]
  t.true(without.every(({ measures }) => measures['gold.approval'] !== null && measures['gold.diverged'] === 0))
  t.deepEqual(beside, without)
})

test('gold that would not vote on anything is refused', async t => {
  const starters = await tinyStarters(await temporaryFolder(t))
  const rewardModel = { gold: { share: 0.5 } as never }
  t.throws(() => tinyConfig(starters, { feedback: { source: 'outcome' }, rewardModel }), {
    message: /rewardModel\.gold\.share must be 0 where feedback\.source is outcome, got 0\.5/,
  })
  const coding = parseRunConfig({ environment: { name: 'coding' }, rewardModel: { gold: { share: 0.5 } } })
  await t.throwsAsync(prepare(coding, undefined), {
    instanceOf: RangeError,
    message:
      'rewardModel.gold.share must be 0 in coding, where the reward model writes tests and does not vote, got 0.5',
  })
})
