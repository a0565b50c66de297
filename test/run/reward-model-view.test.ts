/** Runs whose reward model reads each step alone. */
import test from 'ava'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { played, playedInThreads, readMetrics, rewardModelOf, remains } from './tiny-run.ts'

test.serial(
  'a reward model that reads steps alone is trained, the same with one thread of worlds and with three',
  async t => {
    const rewardModel = { view: 'step' } as const
    const { directory } = await played(t, { rewardModel })
    const metrics = await readMetrics(directory)
    t.true(metrics.map(rewardModelOf).some(({ samples, updates }) => samples > 0 && updates > 0))
    t.true(metrics.every(({ invalidSteps }) => invalidSteps === 0))
    const { config } = await readRunDirectory(directory)
    t.is(rlanythingConfig(config).rewardModel.view, 'step')
    const three = await playedInThreads(t, { rewardModel, environment: { threads: 3 } })
    t.deepEqual(await remains(three.directory), await remains(directory))
  },
)

test.serial('what is read changes votes, and what is recorded before sampling is what is scored', async t => {
  const [history, step] = [
    await played(t, { iterations: 2 }),
    await played(t, { iterations: 2, rewardModel: { view: 'step' } }),
  ]
  const [ofHistory, ofStep] = [await readMetrics(history.directory), await readMetrics(step.directory)]
  t.notDeepEqual(
    ofHistory.map(({ measures }) => measures),
    ofStep.map(({ measures }) => measures),
  )
  /* Log-probabilities of the packed votes are those that they were sampled with. */
  for (const line of ofStep) t.true((rewardModelOf(line).mismatch ?? 0) < 1e-4)
})
