/** A feed-forward network that is trained: a critic, a value function, a policy over continuous actions. */
import { networkTensors, requireNetwork, requireWeights, rowOutputs } from '../../contracts/models/network-layout.ts'
import type { NetworkTensors, TrainedNetworkState } from '../../contracts/models/network.ts'
import type { OptimStepResult, AdamwSettings } from '../../contracts/models/device.ts'
import { allFinite } from '../../math/all-finite.ts'
import { adamwUpdate, requireFiniteArrays, type Optimised } from '../local/memory/adamw-update.ts'
import { createBufferPool, rowLength, rowOf, type Arrays } from '../local/memory/buffer-pool.ts'
import { createFlatParameters } from '../local/memory/flat-parameters.ts'
import { checkUpdate } from '../semantics/check.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import type { BackwardPass, NetworkPasses } from './network-passes.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'

export interface TrainableNetwork {
  readonly inputs: number
  /** Of a row: those of all members. */
  readonly outputs: number
  /**
   * @param rows [count × inputs]
   * @returns [count × outputs]
   * @throws {RangeError} if the length of `rows` does not fit; {NonFiniteError} if an output is not finite.
   */
  readonly forward: (rows: Float32Array, count: number) => Promise<Float32Array>
  /**
   * Adds the gradient of Σ outputGradients · outputs to the accumulated one: a mean over rows is the caller's factor 1 / count.
   *
   * @param rows [count × inputs]
   * @param outputGradients [count × outputs], ∂loss/∂output.
   * @throws {RangeError} if a length does not fit; {NonFiniteError} if a gradient is not finite: then nothing is added.
   */
  readonly backward: (rows: Float32Array, outputGradients: Float32Array, count: number) => Promise<void>
  /** @returns [count × inputs] ∂loss/∂row; nothing is added. @throws as `backward`. */
  readonly rowGradients: (rows: Float32Array, outputGradients: Float32Array, count: number) => Promise<Float32Array>
  /**
   * One AdamW step with the accumulated gradient, then clears it.
   *
   * @throws {RangeError} if nothing is accumulated, or an option is out of range; {NonFiniteError} if a weight or a moment would not be finite: then
   *   the network is as it was.
   */
  readonly optimStep: (options: AdamwSettings) => Promise<OptimStepResult & { readonly gradientNorm: number }>
  /** A copy that later steps do not change; without the accumulated gradient. */
  readonly save: () => Promise<TrainedNetworkState>
  readonly close: () => Promise<void>
}

/** Weights and both moments, before and after an update, and the gradients. */
const maxRows = 8

/**
 * @param name of the network, for errors.
 * @param passes how an engine computes networks of this shape.
 * @throws {RangeError} if the state does not fit its shape.
 */
export function trainableNetwork(name: string, state: TrainedNetworkState, passes: NetworkPasses): TrainableNetwork {
  requireTrained(state)
  const { shape, optimiser } = state
  const [inputs, outputs] = [shape.inputs, rowOutputs(shape)]
  const shapes = networkTensors(shape)
  const rows = createFlatParameters({ count: maxRows, length: rowLength(shapes) })
  const buffers = createBufferPool(shapes, rows.make)
  let held: Optimised = {
    weights: filled(buffers.take(), state.weights),
    first: filled(buffers.take(), optimiser?.first),
    second: filled(buffers.take(), optimiser?.second),
  }
  let weights = recordOf(held.weights)
  let step = optimiser?.step ?? 0
  let pending: { readonly gradients: Arrays; readonly squares: number } | null = null
  /* Those that run a network and those that train it share its memory. */
  const exclusively = oneAfterAnother()

  const accumulate = (found: Arrays): void => {
    const row = rowOf(found)
    const squares = rows.sum(pending === null ? [row] : [row, rowOf(pending.gradients)], row)
    if (!Number.isFinite(squares)) requireFiniteArrays(name, found, tensor => `the gradient of ${tensor}`)
    if (pending !== null) buffers.give(pending.gradients)
    pending = { gradients: found, squares }
  }
  const backward = async (given: BackwardPass): Promise<void> => {
    const found = buffers.take()
    try {
      await passes.backward(given, recordOf(found))
      accumulate(found)
    } catch (error) {
      buffers.give(found)
      throw error
    }
  }
  const rowGradients = async (given: BackwardPass): Promise<Float32Array> => {
    const found = await passes.rowGradients(given)
    if (!allFinite(found)) throw new NonFiniteError(name, ['the gradient of the rows'])
    return found
  }
  const checked =
    <T>(pass: (given: BackwardPass) => Promise<T>) =>
    async (given: Float32Array, outputGradients: Float32Array, count: number): Promise<T> => {
      checkLength('rows', given, [count, inputs])
      checkLength('outputGradients', outputGradients, [count, outputs])
      return exclusively(() => pass({ weights, rows: given, outputGradients, count }))
    }
  const optimStep: TrainableNetwork['optimStep'] = async options => {
    checkUpdate(options)
    if (pending === null) throw new RangeError(`network ${name} has accumulated nothing to update with`)
    const accumulated = { ...pending, weight: 1 }
    const { next, gradientNorm } = adamwUpdate(
      { name, rows, buffers, from: held, ...accumulated, step: step + 1 },
      options,
    )
    for (const arrays of [held.weights, held.first, held.second, accumulated.gradients]) buffers.give(arrays)
    held = next
    weights = recordOf(held.weights)
    step += 1
    pending = null
    return { step, gradientNorm }
  }

  return {
    inputs,
    outputs,
    forward: async (given, count) => {
      checkLength('rows', given, [count, inputs])
      const found = await exclusively(() => passes.forward(weights, given, count))
      if (!allFinite(found)) throw new NonFiniteError(name, ['an output'])
      return found
    },
    backward: checked(backward),
    rowGradients: checked(rowGradients),
    optimStep: options => exclusively(() => optimStep(options)),
    save: () =>
      exclusively(async () => ({
        ...{ shape, weights: copyOf(held.weights) },
        optimiser: { step, first: copyOf(held.first), second: copyOf(held.second) },
      })),
    close: () => exclusively(passes.close),
  }
}

function requireTrained(state: TrainedNetworkState): void {
  requireNetwork(state)
  const { shape, optimiser } = state
  if (optimiser === undefined) return
  requireWeights(shape, optimiser.first, 'optimiser.first')
  requireWeights(shape, optimiser.second, 'optimiser.second')
}

function filled(arrays: Arrays, tensors: NetworkTensors = {}): Arrays {
  for (const [tensor, array] of arrays) array.set(tensors[tensor] ?? [])
  return arrays
}

const recordOf = (arrays: Arrays): NetworkTensors => Object.fromEntries(arrays)

const copyOf = (arrays: Arrays): NetworkTensors =>
  Object.fromEntries([...arrays].map(([tensor, array]) => [tensor, array.slice()]))

function checkLength(field: string, { length }: Float32Array, [count, width]: readonly [number, number]): void {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`count must be a positive integer, got ${count}`)
  if (length !== count * width) throw new RangeError(`${field} must hold ${count} × ${width} numbers, got ${length}`)
}
