import type { Example, LossSums } from '../../contracts/models/device.ts'
import { requireFiniteArrays } from './memory/adamw-update.ts'
import { addSums, zeroSums } from '../semantics/sums.ts'
import type { OptimizerState, PendingGradients } from './optimizer-state.ts'
import { sharedPrefixes } from './model/common-prefix.ts'
import { joinExamples } from './model/join-prefixes.ts'
import { rounds, tokenBudget } from './model/pack.ts'
import type { Replica } from './replicas/replica.ts'
import { rowOf } from './memory/buffer-pool.ts'
import { dealtGradients, canDistribute, roundGradients, type ForwardBackwardOptions } from './summed-gradients.ts'

/** Adds the gradients of all examples, in an order that no replica's pace changes, to the pending ones; if any is not finite, none. */
export async function forwardBackward(
  replicas: readonly Replica[],
  optimizer: OptimizerState,
  call: ForwardBackwardOptions & { readonly sharesPrefixes: boolean },
): Promise<LossSums> {
  const sums = zeroSums()
  const prefixes = (of: readonly Example[]) => (call.sharesPrefixes ? sharedPrefixes(of) : of.map(() => null))
  const examples = joinExamples(call.examples, prefixes(call.examples))
  const all = rounds(
    examples.map(({ sequence }) => sequence.tokens.length),
    replicas.length,
    tokenBudget(optimizer.config),
    prefixes(examples),
  )
  const total = optimizer.buffers.take()
  try {
    const summed = canDistribute(replicas, all, rowOf(total)) ? dealtGradients : roundGradients
    const { parts, squares } = await summed(replicas, optimizer, { ...call, examples, rounds: all, into: rowOf(total) })
    for (const part of parts) addSums(sums, part)
    if (!Number.isFinite(squares)) requireFiniteArrays(optimizer.name, total, tensor => `the gradient of ${tensor}`)
    join(optimizer, { gradients: total, squares, weight: sums.weight })
    return sums
  } catch (error) {
    optimizer.buffers.give(total)
    throw error
  }
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
