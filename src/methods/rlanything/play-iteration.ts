/** The first half of an iteration: play and judge, decide on the pending tasks, propose new ones. Trains nothing. */
import { describeFailure } from '../../contracts/failure.ts'
import { derive, type Key } from '../../math/random.ts'
import type { CompleteFormulation } from './formulation/formulation.ts'
import type { RunConfig } from '../../config/config.ts'
import {
  decidePending,
  measuredEvents,
  proposeOutside,
  reportDecisions,
  type TaskPoolChange,
  type ProposalRound,
  type TaskPool,
} from '../../curriculum/adaptation.ts'
import type { EditMemory } from '../../contracts/edit-memory.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import type { RunActors } from '../../run/actors/run-actors.ts'
import { batchOf, playedGroups, rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import { requestsOf, planGroups } from './plan-groups.ts'
import { invalidCounts, invalidWarnings, requireValid } from '../../rollout/invalid.ts'
import type { RewardModelKind } from '../../reward/reward-model-kind.ts'
import type { RolloutBatch } from '../../rollout/rollouts.ts'
import { recallMemory } from '../../run/loop/snapshot.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'

/** What an iteration works with. */
export interface IterationContext {
  readonly cast: RunActors
  readonly config: RunConfig
  readonly formulation: CompleteFormulation
  readonly judging: RewardModelKind
  /** Of the run. */
  readonly root: Key
}

/** Where the tasks stand after the episodes of an iteration; 0 is before the first. */
export interface CurriculumState {
  readonly iteration: number
  readonly pool: TaskPool
}

/** Episodes that are ready to be trained on, and what became of tasks for them. */
export interface CollectedBatch extends CurriculumState {
  readonly batch: RolloutBatch
  /** The groups to train on, whatever the filters will leave of them. */
  readonly training: readonly PlayedGroup[]
  readonly events: readonly LineageEvent<unknown>[]
  /** Tasks outside the band; searches for a proposal that broke off. */
  readonly outside: number
  readonly failed: number
  /** Of the adapter, as it is with these proposals. */
  readonly memory: EditMemory
  readonly warnings: readonly string[]
  readonly laps: { readonly rollout: number; readonly adaptation: number }
}

/**
 * Plays the iteration after `before`.
 *
 * @throws {InvalidShareError} if more of what was played is invalid than the configuration allows.
 */
export async function playIteration(stage: IterationContext, before: CurriculumState): Promise<CollectedBatch> {
  const { cast, config, judging, root } = stage
  const iteration = before.iteration + 1
  const clock = stopwatch(['rollout', 'adaptation'])
  const planned = planGroups(config, root, iteration, before.pool.slots)
  const { invalid, rollouts } = await cast.rollouts.play(requestsOf(config, root, planned))
  const answered = playedGroups(planned, rollouts)
  const examiner = { client: cast.client, threads: config.environment.threads }
  const examined = await judging.runTests(examiner, answered)
  const played = answered.map((group, index) => ({ ...group, ...examined[index]! }))
  const batch = batchOf(played, invalid)
  const counts = invalidCounts(batch)
  requireValid(counts, config.supervision.invalidShare)
  clock.lap('rollout')

  const { enabled } = config.adaptation
  const measured = measuredEvents(before.pool, iteration, played)
  const decided = enabled ? decide(stage, before.pool, iteration, played) : { pool: before.pool, events: [] }
  const training = played.filter(({ use, slot }) => use === 'train' || wasAccepted(decided, slot))
  const proposed = enabled
    ? await propose(stage, decided.pool, iteration, training)
    : { ...decided, events: [], outside: 0, failures: [] }
  const memory = await recallMemory(cast.client)
  clock.lap('adaptation')

  return {
    iteration,
    pool: proposed.pool,
    batch,
    training,
    events: [...measured, ...decided.events, ...proposed.events],
    outside: proposed.outside,
    failed: proposed.failures.length,
    memory,
    warnings: [
      ...invalidWarnings(counts),
      ...proposed.failures.map(failure => `a task keeps its form: ${describeFailure(failure)}`),
    ],
    laps: clock.laps,
  }
}

/** Decides on the pending tasks; the adapter is told before it is asked again. */
function decide(
  { cast, config, formulation: { name, accepts, given } }: IterationContext,
  pool: TaskPool,
  iteration: number,
  played: readonly PlayedGroup[],
): TaskPoolChange {
  const { adaptation } = config
  const groups = new Map(
    played
      .filter(({ use }) => use === 'pending')
      .map(group => {
        const beside = played.find(({ use, slot }) => use === 'train' && slot === group.slot)
        return [group.slot, { pending: rolloutsOf(group), current: beside === undefined ? [] : rolloutsOf(beside) }]
      }),
  )
  const by = given.includes('accepts') ? name : null
  const change = decidePending(pool, iteration, groups, { rule: adaptation.rule, band: adaptation, accepts, by })
  reportDecisions(cast, pool, change.events)
  return change
}

/** The groups of a slot's present task are what a proposal for it goes by. */
function propose(
  { cast, config, judging, root }: IterationContext,
  pool: TaskPool,
  iteration: number,
  training: readonly PlayedGroup[],
): Promise<ProposalRound> {
  const measured = [...new Map(training.map(group => [group.slot, { slot: group.slot, group }])).values()]
  const { criticise } = judging
  const key = derive(root, 'adapt')
  return proposeOutside(cast, pool, { iteration, measured, band: config.adaptation, criticise, key })
}

const wasAccepted = ({ events }: TaskPoolChange, slot: number): boolean =>
  events.some(event => event.kind === 'decided' && event.slot === slot && event.accepted)
