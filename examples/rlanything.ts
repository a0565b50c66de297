/**
 * RLAnything as a loop: policy, reward model and tasks improve together. The same numbers as `train household`.
 * Source: arXiv 2602.02488; its formulas are in the functions at the head of this file.
 */
import { fileURLToPath } from 'node:url'
import {
  accepts,
  consistencyRewards,
  integratedReward,
  consistencyAdvantages,
  openLab,
  policyAdvantages,
  rlanythingConfig,
  type LabGroup,
  type LabOptions,
} from 'rlanything'

type Settings = ReturnType<typeof rlanythingConfig>

/** [episodes][steps] R_i = O + λ Σ_j S_ij / m: the outcome of the episode, and the votes on the step; `null` without votes. */
const rewards = (group: LabGroup, { feedback: { lambda } }: Settings) =>
  group.map(({ episode, votes }) =>
    votes.map(ofStep => (ofStep === null ? null : integratedReward(episode.won ? 1 : -1, ofStep, lambda))),
  )

/** [episodes][steps][m] R(S_ij) = R_i S_ij: a vote is right if it agrees with how the step turned out. */
const voteRewards = (group: LabGroup, settings: Settings) =>
  rewards(group, settings).map((ofSteps, episode) =>
    ofSteps.map((reward, step) =>
      reward === null
        ? []
        : consistencyRewards(reward, group[episode]?.votes[step] ?? [], settings.rewardModel.malformedPenalty),
    ),
  )

/** Yields the numbers of each iteration. */
export async function* rlanything({ settings: given = {}, ...options }: LabOptions) {
  await using lab = await openLab({ ...options, settings: { ...given, method: 'rlanything' } })
  const settings = rlanythingConfig(lab.config)
  const { feedback, rewardModel, iterations } = settings
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    /* Episodes of the drawn tasks and of the proposed ones, m votes on each step. */
    const played = await lab.groups({ iteration, votes: rewardModel.votes })

    /* A proposal replaces its task if success moved the right way; tasks that are too hard or too easy get one. */
    const { training, measures } = await lab.adapt(played, {
      iteration,
      accepts: ({ direction, current, proposed, band }) =>
        accepts(
          direction,
          {
            accuracy: current.successes / current.trials,
            proposedAccuracy: proposed.successes / proposed.trials,
          },
          band,
        ),
    })

    /* A_i: R_i standardised over the episodes of the group that reach step i. */
    const policy = await lab.trainPolicy(
      training,
      group => policyAdvantages(rewards(group, settings), feedback.singleton),
      { iteration },
    )

    /* A_ij: R(S_ij) standardised over the votes at step i of the group. */
    const trained = await lab.trainRewardModel(
      training,
      group => consistencyAdvantages(voteRewards(group, settings), rewardModel.group),
      { iteration },
    )

    const episodes = training.flat()
    yield {
      iteration,
      success: episodes.filter(({ episode }) => episode.won).length / episodes.length,
      models: { policy, 'reward-model': trained },
      measures: { ...(await lab.quality(training)), ...measures },
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for await (const { iteration, success, measures } of rlanything({ world: 'household', seed: 1 }))
    console.log(iteration, success, measures['reward-model.processBalanced'], measures['tasks.acceptedInAll'])
