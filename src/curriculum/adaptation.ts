/** Tasks that change: proposals for those outside the band, decisions on those pending. */
import { adapterName } from './messages.ts'
import type { Rollout } from '../contracts/episode.ts'
import type { Failure } from '../contracts/failure.ts'
import { directionOf, type Band } from './acceptance/direction.ts'
import { derive, type Key } from '../math/random.ts'
import type { Count } from '../math/wilson.ts'
import type { Client } from '../contracts/messages/client.ts'
import { rolloutsOf, type PlayedGroup, type TaskGroup } from '../rollout/groups.ts'
import type { RewardModelKind } from '../reward/reward-model-kind.ts'
import type { LineageEvent } from './lineage.ts'
import type { ProposalRefusals } from '../contracts/worlds/task-proposals.ts'
import { addRefusals } from './model-proposals.ts'
import { decide, propose, withdraw, type Decision, type Evidence } from './proposals.ts'
import { advance, slotAt, type Slots } from './slots.ts'
import { nth } from '../math/nth.ts'

/** The task slots with their full history, and the criticism behind each pending proposal. */
export interface TaskPool {
  readonly slots: Slots<unknown>
  /** Main complaint behind each pending proposal, by slot. */
  readonly criticismBySlot: Readonly<Record<number, string | null>>
}

/** The pool after some events, and the events themselves. */
export interface TaskPoolChange {
  readonly pool: TaskPool
  readonly events: readonly LineageEvent<unknown>[]
}

interface AdaptationOptions extends Pick<Decision, 'band' | 'accepts' | 'by'> {
  /** The baseline that a pending task is compared with. */
  readonly rule: 'paper' | 'sound'
}

/** Successes of a group, without the episodes that could not be played. */
export const countOf = (group: readonly Rollout[]): Count => ({
  successes: group.filter(({ episode }) => episode.won).length,
  trials: group.length,
})

/** Events with the success count of each task that was played. */
export const measuredEvents = (
  pool: Pick<TaskPool, 'slots'>,
  iteration: number,
  played: readonly PlayedGroup[],
): LineageEvent<unknown>[] =>
  played.flatMap((group): LineageEvent<unknown>[] => {
    const { use, slot } = group
    const { current, pending } = slotAt(pool.slots, slot)
    const version = use === 'pending' ? pending?.version : current.version
    const count = countOf(rolloutsOf(group))
    if (version === undefined || count.trials === 0) return []
    return [{ kind: 'measured', iteration, slot, version, count }]
  })

/**
 * Decides on every pending task whose group was played in this iteration, and reports to the adapter.
 *
 * @param groups by slot: the pending task's episodes and, for rule `sound`, the current one's.
 */
export function decidePending(
  pool: TaskPool,
  iteration: number,
  groups: ReadonlyMap<number, { readonly pending: readonly Rollout[]; readonly current: readonly Rollout[] }>,
  { rule, band, accepts, by }: AdaptationOptions,
): TaskPoolChange {
  return [...groups].reduce<TaskPoolChange>(
    (change, [slot, { pending, current }]) => {
      const proposed = countOf(pending)
      const evidence: Evidence = rule === 'paper' ? { rule, proposed } : { rule, proposed, current: countOf(current) }
      const isUnmeasured = proposed.trials === 0 || (evidence.rule === 'sound' && evidence.current.trials === 0)
      const { slots } = change.pool
      const event = isUnmeasured
        ? withdraw(slots, { iteration, slot, reason: 'no episode of it could be played' })
        : decide(slots, { iteration, slot, evidence, band, accepts, by })
      const { [slot]: _decided, ...criticismBySlot } = change.pool.criticismBySlot
      return { pool: { slots: advance(slots, event), criticismBySlot }, events: [...change.events, event] }
    },
    { pool, events: [] },
  )
}

/** Tells the adapter whether its proposals were accepted. */
export function reportDecisions(
  client: Pick<Client, 'tell'>,
  before: TaskPool,
  events: readonly LineageEvent<unknown>[],
): void {
  for (const event of events) {
    if (event.kind !== 'decided') continue
    const { pending } = slotAt(before.slots, event.slot)
    if (pending === null) continue
    const { direction, edit } = pending
    const complaint = before.criticismBySlot[event.slot] ?? null
    client.tell({
      kind: 'proposal-outcome',
      to: adapterName,
      direction,
      edit,
      complaint,
      accepted: event.accepted,
    })
  }
}

/** A slot without a pending task, and the group that it was measured on. */
interface MeasuredGroup {
  readonly slot: number
  readonly group: TaskGroup
}

interface ProposalOptions extends Pick<RewardModelKind, 'criticise'> {
  readonly iteration: number
  readonly measured: readonly MeasuredGroup[]
  readonly band: Band
  readonly key: Key
}

/** The pool with its new proposals. */
export interface ProposalRound extends TaskPoolChange {
  /** Tasks outside the band, for each of which a proposal was requested. */
  readonly outside: number
  /** Searches that failed; their tasks stay as they are. */
  readonly failures: readonly Failure[]
  /** Of a language model that proposes: failed proposals, by reason. */
  readonly refusals?: ProposalRefusals
}

/** Requests a proposal for each task outside the band; all at once, applied in the order of the slots drawn. */
export async function proposeOutside(
  client: Pick<Client, 'call'>,
  pool: TaskPool,
  { iteration, measured, band, criticise, key }: ProposalOptions,
): Promise<ProposalRound> {
  const outside = measured.flatMap(({ slot, group }) => {
    const baseline = countOf(rolloutsOf(group))
    if (baseline.trials === 0 || slotAt(pool.slots, slot).pending !== null) return []
    const direction = directionOf(baseline.successes / baseline.trials, band)
    return direction === null ? [] : [{ slot, group, baseline, direction }]
  })
  const replies = await Promise.all(
    outside.map(({ slot, group, baseline, direction }) =>
      client.call({
        kind: 'adapt',
        to: adapterName,
        slot,
        task: slotAt(pool.slots, slot).current.task,
        accuracy: baseline.successes / baseline.trials,
        direction,
        critic: criticise(group),
        key: derive(key, iteration, slot),
      }),
    ),
  )
  let { slots } = pool
  const criticismBySlot: Record<number, string | null> = { ...pool.criticismBySlot }
  const events: LineageEvent<unknown>[] = []
  replies.forEach(({ proposal }, index) => {
    if (proposal === null) return
    const { slot, baseline, direction } = nth(outside, index)
    const { task, edit, reason, complaint } = proposal
    const event = propose(
      slots,
      { iteration, slot, task, direction, proposer: adapterName, edit, reason, baseline },
      band,
    )
    slots = advance(slots, event)
    criticismBySlot[slot] = complaint
    events.push(event)
  })
  const failures = replies.flatMap(({ failure }) => failure ?? [])
  const refused = replies.flatMap(({ refusals }) => refusals ?? [])
  const refusals = refused.length === 0 ? {} : { refusals: addRefusals(refused) }
  return { pool: { slots, criticismBySlot }, events, outside: outside.length, failures, ...refusals }
}
