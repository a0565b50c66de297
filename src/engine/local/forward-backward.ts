import { allFinite } from '../../math/all-finite.ts'
import type { Objective } from '../../losses/objective.ts'
import type { LossSums, Example, Pause } from '../../contracts/device.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { addSums, zeroSums } from '../semantics/sums.ts'
import { inRounds } from './replicas/in-rounds.ts'
import type { OptimizerState, PendingGradients } from './optimizer-state.ts'
import { rounds } from './layout/pack.ts'
import type { Replica } from './replicas/replica.ts'
import { rowOf, type Arrays } from './memory/buffer-pool.ts'
import { together } from './replicas/together.ts'
import { nth } from '../../math/nth.ts'

export interface ForwardBackwardOptions {
  /** No other call of these replicas has it. */
  readonly id: number
  readonly examples: readonly Example[]
  readonly objective: Objective
  readonly pause?: Pause
}

/** Adds the gradients of all examples, in the order of the replicas, to the pending ones; if any is not finite, none. */
export async function forwardBackward(
  replicas: readonly Replica[],
  optimizer: OptimizerState,
  { id, examples, objective, pause = async () => {} }: ForwardBackwardOptions,
): Promise<LossSums> {
  const call = { model: optimizer.name, id }
  const sums = zeroSums()
  const all = rounds(
    examples.map(({ sequence }) => sequence.tokens.length),
    replicas.length,
  )
  const busy = replicas.slice(0, nth(all, 0).length)
  const total = optimizer.buffers.take()
  try {
    const parts = await inRounds(all, busy, pause, (replica, members) =>
      replica.addGradients(
        call,
        members.map(member => nth(examples, member)),
        objective,
      ),
    )
    for (const part of parts) addSums(sums, part)
    const gradients = await together(busy.map(replica => () => replica.collect(call)))
    const squares = optimizer.rows.sum(gradients, rowOf(total))
    if (!Number.isFinite(squares)) checkGradients(optimizer, total)
    join(optimizer, { gradients: total, squares, weight: sums.weight })
    return sums
  } catch (error) {
    optimizer.buffers.give(total)
    for (const replica of busy) await replica.forget(call)
    throw error
  }
}

/** @throws {NonFiniteError} naming the gradients that are not finite, if there are any. */
function checkGradients({ name: model }: OptimizerState, gradients: Arrays): void {
  const wrong = [...gradients].filter(([, gradient]) => !allFinite(gradient)).map(([name]) => `the gradient of ${name}`)
  if (wrong.length > 0) throw new NonFiniteError(model, wrong)
}

function join(optimizer: OptimizerState, added: PendingGradients): void {
  const { pending, rows, buffers } = optimizer
  if (pending === null) {
    optimizer.pending = added
    return
  }
  const sum = rowOf(pending.gradients)
  pending.squares = rows.sum([sum, rowOf(added.gradients)], sum)
  pending.weight += added.weight
  buffers.give(added.gradients)
}
