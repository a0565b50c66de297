import { allFinite } from '../../math/all-finite.ts'
import { gradientNorm, type AdamwTensor } from '../../math/adamw.ts'
import type { AdamwSettings, OptimStepResult } from '../../contracts/models/device.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import type { OptimizerState } from './optimizer-state.ts'
import type { Replica } from './replicas/replica.ts'
import { rowOf, type Arrays } from './memory/buffer-pool.ts'
import { together } from './replicas/together.ts'
import { lookUp } from '../../math/look-up.ts'

/** One AdamW step; contexts keep their tokens, and their keys and values are computed anew when next needed. */
export async function optimStep(
  replicas: readonly Replica[],
  optimizer: OptimizerState,
  options: AdamwSettings,
): Promise<OptimStepResult> {
  const { name, pending, rows, buffers } = optimizer
  if (pending === null) throw new RangeError(`model ${name} has accumulated nothing to update with`)
  const gradient = rowOf(pending.gradients)
  const { squares } = pending
  const norm = (Number.isFinite(squares) ? Math.sqrt(squares) : gradientNorm([gradient])) / pending.weight
  const scale = norm === 0 ? 0 : Math.min(1, options.clipNorm / norm) / pending.weight
  const step = optimizer.step + 1
  const next = { weights: buffers.take(), first: buffers.take(), second: buffers.take() }
  try {
    const finite = rows.adamw({
      from: rowsOf(optimizer),
      gradient,
      scale,
      into: rowsOf(next),
      options: { ...options, step },
    })
    /* The moments are no larger than what went into them. */
    const bounded = Math.min(norm, options.clipNorm) ** 2 < largest
    if (!finite || !bounded) checkFinite(name, next)
  } catch (error) {
    for (const arrays of Object.values(next)) buffers.give(arrays)
    throw error
  }
  await together(replicas.map(replica => () => replica.setWeights(name, next.weights, step)))
  for (const arrays of [optimizer.weights, optimizer.first, optimizer.second, pending.gradients]) buffers.give(arrays)
  Object.assign(optimizer, next, { step, pending: null })
  return { step, gradientNorm: norm }
}

/** Far within what float32 can hold. */
const largest = 1e36

interface Optimised {
  readonly weights: Arrays
  readonly first: Arrays
  readonly second: Arrays
}

function rowsOf({ weights, first, second }: Optimised): AdamwTensor {
  return { weight: rowOf(weights), first: rowOf(first), second: rowOf(second) }
}

/** @throws {NonFiniteError} naming the first tensor that is not finite, if there is one. */
function checkFinite(model: string, { weights, first, second }: Optimised): void {
  for (const [name, weight] of weights) {
    if (!allFinite(weight)) throw new NonFiniteError(model, [name])
    if (!allFinite(lookUp(first, name))) throw new NonFiniteError(model, [`the first moment of ${name}`])
    if (!allFinite(lookUp(second, name))) throw new NonFiniteError(model, [`the second moment of ${name}`])
  }
}
