import test from 'ava'
import { createTruncatedWatch, truncatedInMeasuring } from '../../../src/run/loop/truncated.ts'

const limits = { policy: { maxTokens: 3 }, rewardModel: { maxTokens: 8 } }
const line = (iteration: number, policy: number | null, rewardModel: number | null) => ({
  iteration,
  models: { policy: { truncated: policy }, 'reward-model': { truncated: rewardModel } },
})

test('beyond a tenth of its answers a model is spoken of once, with the setting and its value, and at the end', t => {
  const { take, end } = createTruncatedWatch(limits)
  t.deepEqual(take(line(1, 0.1, null)), [])
  t.deepEqual(take(line(2, 0.5, 0.05)), [
    '50 % of the answers of the policy of iteration 2 were cut off at policy.maxTokens, which is 3: they end before they are done',
  ])
  t.deepEqual(take(line(3, 0.9, 0.2)), [
    '20 % of the answers of the reward-model of iteration 3 were cut off at rewardModel.maxTokens, which is 8: they end before they are done',
  ])
  t.deepEqual(end(), [
    '50 % of the answers of the policy of all iterations were cut off at policy.maxTokens, which is 3: they end before they are done',
    '13 % of the answers of the reward-model of all iterations were cut off at rewardModel.maxTokens, which is 8: they end before they are done',
  ])
  t.deepEqual(createTruncatedWatch(limits).end(), [])
})

test('so is a policy in measuring', t => {
  const success = { split: 'seen', temperature: 0, tasks: 4, rate: 0 }
  t.deepEqual(truncatedInMeasuring([success, { ...success, truncated: 0.1 }], limits), [])
  t.regex(
    truncatedInMeasuring([success, { ...success, truncated: 0.2 }], limits)[0] ?? '',
    /^20 % .* policy\.maxTokens/,
  )
})
