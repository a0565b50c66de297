/** Adapters of low rank on the weights of a model; see `LoraConfig`. */
import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import type { LoraConfig, ModelConfig } from '../../contracts/models/model-config.ts'
import { lookUp } from '../../math/look-up.ts'
import { derive, type Key } from '../../math/random.ts'
import { adapterNames, tensorShapes } from '../tensors/tensors.ts'
import { freshTensor } from '../tensors/initialise.ts'

/** Factor of an adapter's contribution. */
export const adapterScale = ({ r, lora_alpha: alpha }: LoraConfig): number => alpha / r

/** The model with a fresh adapter, which adds nothing yet: as PEFT makes one, A is random and B is 0. */
export function withAdapter({ config, weights }: ModelState, lora: LoraConfig, key: Key): ModelState {
  const own: ModelConfig = { ...config, lora }
  const tensors = [...tensorShapes(own)].map(([name, shape]): [string, Tensor] => {
    const given = Object.hasOwn(weights, name) ? weights[name] : undefined
    return [name, given ?? { shape, data: freshTensor(name, shape, { key: derive(key, 'adapter'), initStd: 0 }) }]
  })
  return { config: own, weights: Object.fromEntries(tensors) }
}

/** The model without its adapter, whose part is added to the weights; as it is if it has none. */
export function merged(state: ModelState): ModelState {
  const { lora, ...config } = state.config
  if (lora === undefined) return state
  const given = new Map(Object.entries(state.weights).map(([name, { data }]) => [name, data]))
  const weights = [...tensorShapes(config)].map(([name, shape]): [string, Tensor] => [
    name,
    { shape, data: mergedWeight(state.config, given, name) },
  ])
  return { config, weights: Object.fromEntries(weights) }
}

/** A weight with what its adapter adds to it; the weight itself where it has none. */
function mergedWeight({ lora }: ModelConfig, weights: ReadonlyMap<string, Float32Array>, name: string): Float32Array {
  const weight = lookUp(weights, name)
  const { a, b } = adapterNames(name)
  const [down, up] = [weights.get(a), weights.get(b)]
  if (lora === undefined || down === undefined || up === undefined) return weight
  const { r: rank } = lora
  const scale = adapterScale(lora)
  const inputs = down.length / rank
  const sum = weight.slice()
  for (let output = 0; output * inputs < sum.length; output += 1) {
    const row = sum.subarray(output * inputs, (output + 1) * inputs)
    for (let at = 0; at < rank; at += 1) {
      const factor = scale * up[output * rank + at]!
      const from = at * inputs
      for (let input = 0; input < inputs; input += 1) row[input]! += factor * down[from + input]!
    }
  }
  return sum
}

/** Tensors of the adapter, and all others. */
export function apart({ weights }: Pick<ModelState, 'weights'>): {
  readonly base: Record<string, Tensor>
  readonly adapter: Record<string, Tensor>
} {
  const [base, adapter]: [Record<string, Tensor>, Record<string, Tensor>] = [{}, {}]
  for (const [name, tensor] of Object.entries(weights)) (name.includes('.lora_') ? adapter : base)[name] = tensor
  return { base, adapter }
}
