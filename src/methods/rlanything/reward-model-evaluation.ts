/** Measures the reward model on recorded episodes of unseen tasks. Trains nothing. */
import { zip } from '../../math/zip.ts'
import { episodeId, recordedObserver, type EpisodeKey } from '../../contracts/episode.ts'
import { prefixed } from '../../contracts/measure.ts'
import type { MethodMeasurement } from '../method.ts'
import { evaluationKey } from '../../rollout/evaluation.ts'
import { soleAgent } from '../../rollout/episode/agents.ts'
import { membersOf } from '../../rollout/groups.ts'
import type { RlanythingLab, ProbeTask, ProbeEpisode } from './lab.ts'
import { votingOf } from '../../reward/requests-with-votes.ts'
import { episodeKey, policyRequest } from '../../rollout/rollout-requests.ts'
import type { RolloutRequest } from '../../contracts/messages/rollouts.ts'

/** The context of a measurement of the reward model. */
type RewardModelEvalContext = Pick<RlanythingLab, 'client' | 'rollouts' | 'config' | 'root' | 'rewardModelKind'>

const recording = (slot: number): EpisodeKey => evaluationKey('probe', 0, slot)

/** Records episodes of the present policy, on which every later version of the reward model is measured. */
export async function recordRewardModelEvaluation(
  { rollouts: queue, config, root, rewardModelKind }: RewardModelEvalContext,
  tasks: readonly unknown[],
): Promise<readonly ProbeTask[]> {
  const each = rewardModelKind.probeEpisodes(config)
  const slots = tasks.map((_, index) => Array.from({ length: each }, (_, episode) => index * each + episode))
  const { rollouts } = await queue.play(
    slots.flatMap((ofTask, index) =>
      ofTask.map(slot => policyRequest({ config, root }, recording(slot), tasks[index])),
    ),
  )
  return slots.flatMap((ofTask, index) => {
    const episodes = ofTask.flatMap((slot): readonly ProbeEpisode[] => {
      const played = rollouts.get(episodeId(recording(slot)))
      return played === undefined ? [] : [{ slot, actions: played.episode.steps.map(({ action }) => action) }]
    })
    return episodes.length === 0 ? [] : [{ task: tasks[index], episodes }]
  })
}

/** Measures the present reward model on recorded episodes, which are replayed action by action. */
export async function evaluateRewardModel(
  { client, rollouts: queue, config, root, rewardModelKind }: RewardModelEvalContext,
  probe: readonly ProbeTask[],
): Promise<MethodMeasurement> {
  let replay = 0
  const planned = probe.map(({ task, episodes }) => ({
    task,
    episodes,
    keys: episodes.map(() => evaluationKey('probe', 1, replay++)),
  }))
  const requests = planned.flatMap(({ task, episodes, keys }) =>
    zip(keys, episodes).map(([key, { slot, actions }]): RolloutRequest => {
      const observers = { [recordedObserver]: votingOf({ config, root }, key, rewardModelKind.name) }
      const players = { [soleAgent]: { kind: 'script', actions } } as const
      return { id: episodeId(key), task, key: episodeKey(root, recording(slot), 'world'), players, observers }
    }),
  )
  const { rollouts } = await queue.play(requests)
  const groups = planned.map(({ task, keys }) => ({ task, members: membersOf(keys, rollouts), passes: null }))
  const tested = await rewardModelKind.runTests(client, groups)
  return {
    measures: prefixed('probe.', rewardModelKind.quality(tested, config.feedback.lambda)),
    ratios: prefixed('probe.', rewardModelKind.ratios(tested)),
  }
}
