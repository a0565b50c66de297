/** What learns from the steps that a policy played: the networks beside the policy, and how all are trained. */
import type { NetworkShape } from '../../contracts/models/network.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import type { Lab, Learning } from '../method.ts'
import type { Driving } from './driving.ts'
import type { WriteRewards } from './relabel.ts'
import type { VlmRlConfig, VlmRlOptions } from './settings.ts'

export interface Learner {
  readonly networks: (driving: Driving, options: VlmRlOptions) => Readonly<Record<string, NetworkShape>>
  /** First iterations that are played with uniform actions. */
  readonly randomIterations: (options: VlmRlOptions) => number
  readonly load: () => Promise<TakeSteps>
}

export type TakeSteps = (lab: LearnerLab, played: PlayedSteps) => StepLearning

export type LearnerLab = Pick<Lab<VlmRlConfig>, 'config' | 'network' | 'root' | 'store'>

/** The steps of an iteration, by the policy as it is. */
export interface PlayedSteps {
  readonly iteration: number
  readonly rows: VectorRows
  readonly driving: Driving
  readonly learningRate: number
}

interface StepLearning {
  readonly write: WriteRewards
  /** By the rewards as they are then. */
  readonly learn: () => Promise<Learnt>
}

interface Learnt extends Pick<Learning<null>, 'models'> {
  /** Of the policy: nats of an action, mean over the updates; `null` without any. */
  readonly entropy: number | null
}
