/** Training on log-probabilities as they were sampled: the same run up to rounding, without the forward pass. */
import test from 'ava'
import { played, playedInThreads, readMetrics, trainingOf } from './tiny-run.ts'

test.serial(
  'as sampled nothing is scored before training, at any temperature, and what is learned is the same',
  async t => {
    for (const sampling of [{}, { temperature: 0.7, topP: 0.9 }]) {
      const run = async (oldLogprobs: 'scored' | 'sampled') => {
        const section = { ...sampling, oldLogprobs }
        const { directory } = await played(t, { iterations: 1, policy: section, rewardModel: section })
        return (await readMetrics(directory))[0]!
      }
      const [scored, sampled] = [await run('scored'), await run('sampled')]
      const callsOf = ({ speed }: typeof scored) => speed.device.filter(({ verb }) => verb === 'logprobs').length
      t.deepEqual([callsOf(scored), callsOf(sampled)], [2, 0])
      for (const model of ['policy', 'reward-model']) {
        const [before, after] = [trainingOf(scored, model), trainingOf(sampled, model)]
        t.true(before.samples > 0)
        for (const { mismatch } of [before, after]) t.true(mismatch !== null && mismatch < 1e-5, String(mismatch))
        t.is(after.samples, before.samples)
        for (const name of ['loss', 'kl', 'entropy', 'gradientNorm'] as const)
          t.true(Math.abs(after[name]! - before[name]!) < 1e-4, `${model}.${name}`)
      }
    }
  },
)

test.serial('in asynchronous mode what older weights drew is scored, and weighed by its importance ratio', async t => {
  const section = { oldLogprobs: 'sampled' } as const
  const mode = { kind: 'asynchronous' } as const
  const { directory } = await playedInThreads(t, { iterations: 4, mode, policy: section, rewardModel: section })
  const metrics = await readMetrics(directory)
  t.is(metrics.length, 4)
  for (const {
    models: { policy },
  } of metrics)
    t.is(policy.meanRatio === null, policy.largestStaleness === 0)
})
