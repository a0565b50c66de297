/** Environment adaptation: accepts or rejects the pending tasks, and proposes others for those outside the band. Trains nothing. */
import { describeFailure } from '../../contracts/failure.ts'
import { prefixed, type MeasuredValues } from '../../contracts/measure.ts'
import {
  decidePending,
  measuredEvents,
  proposeOutside,
  reportDecisions,
  type ProposalRound,
  type TaskPool,
  type TaskPoolChange,
} from '../../curriculum/adaptation.ts'
import { fetchMemory } from '../../curriculum/adapter-actor.ts'
import { acceptedCounts, slotAt } from '../../curriculum/slots.ts'
import type { ProposalRefusals } from '../../contracts/worlds/task-proposals.ts'
import { derive } from '../../math/random.ts'
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import type { Collected } from '../method.ts'
import type { Plan, RlanythingLab } from './lab.ts'

/** Tasks outside the band; searches for a proposal that broke off. */
export interface AdaptationCounts {
  readonly outside: number
  readonly failed: number
  /** Of a language model, by reason. */
  readonly refused?: ProposalRefusals
}

type Adapted = Pick<Collected, 'training' | 'events' | 'warnings'> &
  Pick<Plan, 'slots' | 'criticismBySlot' | 'memory'> & { readonly counts: AdaptationCounts }

/** @param played every group of the iteration: those of drawn tasks, of proposed ones and of their baselines. */
export async function adaptTasks(
  lab: RlanythingLab,
  before: TaskPool,
  iteration: number,
  played: readonly PlayedGroup[],
): Promise<Adapted> {
  const { enabled: wanted, begin } = lab.config.adaptation
  const enabled = wanted && iteration >= begin && lab.world.editor !== undefined
  /* Of those played ahead, tasks that were replaced meanwhile are trained on, and measure nothing. */
  const isPresent = ({ use, slot, task }: PlayedGroup): boolean =>
    use !== 'train' || slotAt(before.slots, slot).current.task === task
  const measured = measuredEvents(before, iteration, played.filter(isPresent))
  const decided = enabled ? decide(lab, before, iteration, played) : { pool: before, events: [] }
  const training = played.filter(({ use, slot }) => use === 'train' || wasAccepted(decided, slot))
  const proposed = enabled
    ? await propose(lab, decided.pool, iteration, training.filter(isPresent))
    : { ...decided, events: [], outside: 0, failures: [], refusals: undefined }
  return {
    slots: proposed.pool.slots,
    criticismBySlot: proposed.pool.criticismBySlot,
    memory: await fetchMemory(lab.client),
    training,
    events: [...measured, ...decided.events, ...proposed.events],
    warnings: proposed.failures.map(failure => `a task keeps its form: ${describeFailure(failure)}`),
    counts: {
      outside: proposed.outside,
      failed: proposed.failures.length,
      ...(proposed.refusals === undefined ? {} : { refused: proposed.refusals }),
    },
  }
}

export function adaptationMetrics({
  events,
  slots,
  counts,
}: Pick<Adapted, 'events' | 'slots' | 'counts'>): MeasuredValues {
  const decided = events.filter(event => event.kind === 'decided')
  const { harder, easier } = acceptedCounts(slots)
  const { refused = {}, ...others } = counts
  return prefixed('tasks.', {
    ...others,
    ...prefixed('refused.', refused),
    proposed: events.filter(event => event.kind === 'proposed').length,
    decided: decided.length,
    accepted: decided.filter(({ accepted }) => accepted).length,
    acceptedHarder: harder,
    acceptedEasier: easier,
    acceptedInAll: harder + easier,
  })
}

/** Decides on the pending tasks; the adapter gets the outcomes before the next requests. */
function decide(
  { client, config, formulation: { name, accepts, given } }: RlanythingLab,
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
  reportDecisions(client, pool, change.events)
  return change
}

/** A proposal is based on the groups of the slot's present task. */
function propose(
  { client, config, rewardModelKind, root }: RlanythingLab,
  pool: TaskPool,
  iteration: number,
  training: readonly PlayedGroup[],
): Promise<ProposalRound> {
  const measured = [...new Map(training.map(group => [group.slot, { slot: group.slot, group }])).values()]
  const { criticise } = rewardModelKind
  const key = derive(root, 'adapt')
  return proposeOutside(client, pool, { iteration, measured, band: config.adaptation, criticise, key })
}

const wasAccepted = ({ events }: TaskPoolChange, slot: number): boolean =>
  events.some(event => event.kind === 'decided' && event.slot === slot && event.accepted)
