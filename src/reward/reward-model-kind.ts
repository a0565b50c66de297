/** One kind of reward model, verdicts or unit tests: how its samples are checked, measured and summarised. Types only. */
import type { RunConfig } from '../config/config.ts'
import type { Client } from '../contracts/messages/client.ts'
import type { CriticSummary } from '../contracts/worlds/critic-summary.ts'
import type { Measure, MeasuredValues } from '../contracts/measure.ts'
import type { MeasuredRatios } from '../contracts/metrics.ts'
import type { ObserverProtocol } from '../contracts/messages/run.ts'
import type { TaskGroup } from '../rollout/groups.ts'

/** Runs tests on the programs of a group, in whichever environment thread is free. */
export type TestRunner = Pick<Client, 'call'>

/** How one kind of reward model plugs into training and reports. Chosen once, by the capabilities of the world. */
export interface RewardModelKind {
  /** Of the protocol by which it reads and writes. */
  readonly name: ObserverProtocol
  /** The groups with the results of the tests that were written for them; as they are, where none are written. */
  readonly runTests: (runner: TestRunner, groups: readonly TaskGroup[]) => Promise<readonly TaskGroup[]>
  /** Criticism of a group, for the adapter. */
  readonly criticise: (group: TaskGroup) => CriticSummary
  /** Whether samples on successful and on failed episodes may be weighted so that both classes count alike. */
  readonly balancesClasses: boolean
  /** Why a sample has no advantage, where it has none. */
  readonly noAdvantageReason: string
  readonly measures: readonly Measure[]
  /** By name: an id of `measures` without its prefix. @param lambda λ of the run. */
  readonly quality: (groups: readonly TaskGroup[], lambda: number) => MeasuredValues
  /** By name, of those that are sums of ratios, by group: groups that could not be played are there, empty. */
  readonly ratios: (groups: readonly TaskGroup[]) => MeasuredRatios
  /** Episodes of each task on which the reward model is measured. */
  readonly probeEpisodes: (config: RunConfig) => number
}
