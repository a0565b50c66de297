import { noteSamples, type NotedGroup, type Samples } from '../../learning/samples.ts'
import { afterTraining, maxOffPolicyIterations, type VersionHistory } from '../../learning/staleness.ts'
import type { Objective } from '../../losses/objective.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import type { Trained, TrainPolicyOptions } from '../kit/train-policy.ts'
import { trainRole } from '../kit/train-role.ts'
import type { RlanythingLab } from './lab.ts'

interface TrainRewardModelOptions extends Omit<TrainPolicyOptions, 'credited' | 'band' | 'objective'> {
  readonly credited: readonly NotedGroup[]
  readonly objective: Objective
  /** Whether it is not trained from now on. */
  readonly frozen?: boolean
}

/** Trains the reward model on every vote or test with an advantage, of the groups inside the configured band. */
export async function trainRewardModel(
  lab: RlanythingLab,
  { iteration, credited, frozen = false, versions, objective }: TrainRewardModelOptions,
): Promise<Trained> {
  const samples = frozen ? noSamples : samplesOf(lab, credited, versions)
  const training = { model: rewardModelName, draws: 'rewardModel', iteration, samples, objective }
  const { metrics, version } = await trainRole(lab, lab.config.rewardModel, training)
  return { metrics, versions: afterTraining(versions, version, maxOffPolicyIterations(lab.config)) }
}

const noSamples: Samples = { packed: [], dropped: {}, ages: [] }

/** The votes or tests to train on; none where the reward model is frozen. */
function samplesOf(
  { config, rewardModelKind: { balancesClasses, noAdvantageReason } }: RlanythingLab,
  credited: readonly NotedGroup[],
  trainings: VersionHistory,
): Samples {
  const { train, balance, filter } = config.rewardModel
  if (!train) return noSamples
  const [low, high] = filter
  return noteSamples(credited, {
    filter: { low, high, edges: 'inclusive' },
    balance: balance && balancesClasses,
    noAdvantageReason,
    trainings,
    truncated: config.rewardModel.truncated,
  })
}
