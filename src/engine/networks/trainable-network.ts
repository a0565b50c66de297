/** A feed-forward network that is trained: a critic, a value function, a policy over continuous actions. */
import { allFinite } from '../../math/all-finite.ts'
import { adamw, gradientNorm, type AdamwTensor } from '../../math/adamw.ts'
import type { OptimStepResult, AdamwSettings } from '../../contracts/models/device.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { layerSizes, type Layer, type TrainedNetworkState } from '../../contracts/models/network.ts'
import type { NetworkPasses } from './network-passes.ts'
import { lastOf } from '../../math/last-of.ts'
import { nth } from '../../math/nth.ts'

export interface TrainableNetwork {
  readonly inputs: number
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
   * @returns [count × inputs] ∂loss/∂row.
   * @throws {RangeError} if a length does not fit; {NonFiniteError} if a gradient is not finite: then nothing is added.
   */
  readonly backward: (rows: Float32Array, outputGradients: Float32Array, count: number) => Promise<Float32Array>
  /**
   * One AdamW step with the accumulated gradient, then clears it.
   *
   * @throws {RangeError} if nothing is accumulated; {NonFiniteError} if a weight or a moment would not be finite: then
   *   the network is as it was.
   */
  readonly optimStep: (options: AdamwSettings) => Promise<OptimStepResult & { readonly gradientNorm: number }>
  /** A copy that later steps do not change; without the accumulated gradient. */
  readonly save: () => Promise<TrainedNetworkState>
  readonly close: () => Promise<void>
}

/**
 * @param name of the network, for errors.
 * @param passes how an engine computes networks of these sizes.
 * @throws {RangeError} if the state does not fit itself.
 */
export function trainableNetwork(name: string, state: TrainedNetworkState, passes: NetworkPasses): TrainableNetwork {
  const sizes = layerSizes(state)
  const { inputs } = state
  const outputs = lastOf(sizes)[1]
  const zeros = (): Float32Array[] => tensorsOf(state.layers).map(({ length }) => new Float32Array(length))
  const { step: begun = 0, first, second } = state.optimiser ?? {}
  let weights = tensorsOf(state.layers)
  let moments = { first: first ? tensorsOf(first) : zeros(), second: second ? tensorsOf(second) : zeros() }
  let step = begun
  let accumulated: readonly Float64Array[] | null = null

  return {
    inputs,
    outputs,
    forward: async (rows, count) => {
      checkLength('rows', rows, [count, inputs])
      const found = await passes.forward(layersOf(weights), rows, count)
      if (!allFinite(found)) throw new NonFiniteError(name, ['an output'])
      return found
    },
    backward: async (rows, outputGradients, count) => {
      checkLength('rows', rows, [count, inputs])
      checkLength('outputGradients', outputGradients, [count, outputs])
      const found = await passes.backward(layersOf(weights), rows, outputGradients, count)
      const gradients = tensorsOf(found.layers)
      requireFinite(name, gradients, tensor => `the gradient of ${tensor}`)
      if (!allFinite(found.rows)) throw new NonFiniteError(name, ['the gradient of the rows'])
      accumulated = gradients.map((gradient, tensor) => {
        const sum = accumulated?.[tensor] ?? new Float64Array(gradient.length)
        return sum.map((value, index) => value + gradient[index]!)
      })
      return found.rows
    },
    optimStep: async options => {
      const gradients = accumulated
      if (gradients === null) throw new RangeError(`network ${name} has accumulated nothing to update with`)
      const norm = gradientNorm(gradients)
      const scale = norm === 0 ? 0 : Math.min(1, options.clipNorm / norm)
      const next = weights.map((weight, tensor): AdamwTensor => {
        const before = { weight, first: nth(moments.first, tensor), second: nth(moments.second, tensor) }
        return adamw(before, nth(gradients, tensor), scale, { ...options, step: step + 1 })
      })
      const all = (part: keyof AdamwTensor): Float32Array[] => next.map(tensor => tensor[part])
      requireFinite(name, all('weight'), tensor => tensor)
      requireFinite(name, all('first'), tensor => `the first moment of ${tensor}`)
      requireFinite(name, all('second'), tensor => `the second moment of ${tensor}`)
      weights = all('weight')
      moments = { first: all('first'), second: all('second') }
      step += 1
      accumulated = null
      return { step, gradientNorm: norm }
    },
    save: async () => ({
      inputs,
      layers: copyOf(weights),
      optimiser: { step, first: copyOf(moments.first), second: copyOf(moments.second) },
    }),
    close: passes.close,
  }
}

/** Weight and bias of each layer, one after another. */
const tensorsOf = (layers: readonly Layer[]): Float32Array[] => layers.flatMap(({ weight, bias }) => [weight, bias])

const layersOf = (tensors: readonly Float32Array[]): readonly Layer[] =>
  tensors.flatMap((weight, index) => (index % 2 === 0 ? [{ weight, bias: nth(tensors, index + 1) }] : []))

const copyOf = (tensors: readonly Float32Array[]): readonly Layer[] => layersOf(tensors.map(tensor => tensor.slice()))

function requireFinite(network: string, tensors: readonly Float32Array[], called: (tensor: string) => string): void {
  const broken = tensors.flatMap((tensor, index) =>
    allFinite(tensor) ? [] : [called(`layers[${Math.floor(index / 2)}].${index % 2 === 0 ? 'weight' : 'bias'}`)],
  )
  if (broken.length > 0) throw new NonFiniteError(network, broken)
}

function checkLength(field: string, { length }: Float32Array, [count, width]: readonly [number, number]): void {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`count must be a positive integer, got ${count}`)
  if (length !== count * width) throw new RangeError(`${field} must hold ${count} × ${width} numbers, got ${length}`)
}
