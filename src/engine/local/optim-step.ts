import type { AdamwSettings, OptimStepResult } from '../../contracts/models/device.ts'
import { adamwUpdate } from './memory/adamw-update.ts'
import type { OptimizerState } from './optimizer-state.ts'
import type { Replica } from './replicas/replica.ts'
import { together } from './replicas/together.ts'

/** One AdamW step; contexts keep their tokens, and their keys and values are computed anew when next needed. */
export async function optimStep(
  replicas: readonly Replica[],
  optimizer: OptimizerState,
  options: AdamwSettings,
): Promise<OptimStepResult> {
  const { name, pending, buffers } = optimizer
  if (pending === null) throw new RangeError(`model ${name} has accumulated nothing to update with`)
  const step = optimizer.step + 1
  const { next, gradientNorm } = adamwUpdate({ ...optimizer, from: optimizer, ...pending, step }, options)
  await together(replicas.map(replica => () => replica.setWeights(name, next.weights, step)))
  for (const arrays of [optimizer.weights, optimizer.first, optimizer.second, pending.gradients]) buffers.give(arrays)
  Object.assign(optimizer, next, { step, pending: null })
  return { step, gradientNorm }
}
