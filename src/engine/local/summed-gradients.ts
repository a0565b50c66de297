/**
 * Gradients of a call's rectangles, added up in an order that does not depend on who computes what: with R replicas the
 * rectangles r, r + R, r + 2 R, … of each r < R in turn, then the R sums.
 */
import type { Example, LossSums, Pause } from '../../contracts/models/device.ts'
import type { Objective } from '../../losses/objective.ts'
import type { Rectangle } from './model/pack.ts'
import type { OptimizerState } from './optimizer-state.ts'
import type { PartQueue } from './replicas/part-queue.ts'
import { distribute } from './replicas/distribute.ts'
import type { Replica } from './replicas/replica.ts'
import { together } from './replicas/together.ts'
import { nth } from '../../math/nth.ts'

export interface ForwardBackwardOptions {
  /** No other call of these replicas has it. */
  readonly id: number
  readonly examples: readonly Example[]
  readonly objective: Objective
  readonly pause?: Pause
}

interface Summing extends ForwardBackwardOptions {
  /** As `rounds` of pack.ts makes them for these replicas. */
  readonly rounds: readonly (readonly Rectangle[])[]
  /** Where the sum goes, as `rowOf` has it. */
  readonly into: Float32Array
}

interface Summed {
  /** [rectangles] */
  readonly parts: readonly LossSums[]
  /** As `FlatParameters.sum` gives them. */
  readonly squares: number
}

/** Most memory for gradients of single rectangles together, 64 MB. */
const maxBytes = 2 ** 26

/** True if the gradients of all rectangles fit in memory and there is more than one replica. */
export const canDistribute = (
  replicas: readonly Replica[],
  rounds: readonly (readonly Rectangle[])[],
  row: Float32Array,
): boolean => replicas.length > 1 && rounds.flat().length * row.byteLength <= maxBytes

/** Each rectangle goes to a replica that is free; its gradients wait in shared memory until all are there. */
export async function dealtGradients(
  replicas: readonly Replica[],
  { name, rows, slots: free }: OptimizerState,
  { rounds, examples, objective, pause, into }: Summing,
): Promise<Summed> {
  const parts = rounds.flat().map(({ members }) => members.map(member => nth(examples, member)))
  const slots = parts.map(() => free.pop() ?? new Float32Array(new SharedArrayBuffer(into.byteLength)))
  try {
    const call = { parts, objective, into: slots }
    const takers = replicas.map(replica => (queue: PartQueue) => replica.gradients(name, queue, call))
    const sums = await distribute(parts.length, takers, pause)
    const firsts = slots.slice(0, replicas.length)
    firsts.forEach((first, replica) => {
      const own = slots.filter((_, part) => part % replicas.length === replica)
      if (own.length > 1) rows.sum(own, first)
    })
    return { parts: sums, squares: rows.sum(firsts, into) }
  } finally {
    free.push(...slots)
  }
}

/** Each replica computes its rectangle of every round, and adds it to those before: one row of gradients for each. */
export async function roundGradients(
  replicas: readonly Replica[],
  { name, rows }: OptimizerState,
  { id, rounds, examples, objective, pause = async () => {}, into }: Summing,
): Promise<Summed> {
  const call = { model: name, id }
  const busy = replicas.slice(0, nth(rounds, 0).length)
  try {
    const parts: LossSums[] = []
    for (const [index, round] of rounds.entries()) {
      if (index > 0) await pause()
      const own = round.map(({ members }) => members.map(member => nth(examples, member)))
      parts.push(
        ...(await together(own.map((part, place) => () => nth(busy, place).addGradients(call, part, objective)))),
      )
    }
    const gradients = await together(busy.map(replica => () => replica.collect(call)))
    return { parts, squares: rows.sum(gradients, into) }
  } catch (error) {
    for (const replica of busy) await replica.forget(call)
    throw error
  }
}
