import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import { derive, randomFrom, type Key } from '../../math/random.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { nth } from '../../math/nth.ts'
import { requireMemory } from './memory.ts'
import { elements, tensorShapes } from './tensors.ts'

/**
 * A fresh model as transformers makes one: matrices normal, norms 1, biases 0.
 * Each tensor draws from its own name below `key`, so that adding one leaves the others as they are.
 *
 * @throws {RangeError} if the model does not fit into memory.
 *
 * @param initStd standard deviation of the matrices, > 0; transformers' initializer_range unless given.
 *   A model of width 64 learns several times faster from 0.06.
 */
export function initialise(config: ModelConfig, key: Key, initStd = 0.02): ModelState {
  if (!(initStd > 0 && initStd < Infinity)) throw new RangeError(`initStd must be positive and finite, got ${initStd}`)
  requireMemory('a new model', [config])
  const weights: Record<string, Tensor> = {}
  for (const [name, shape] of tensorShapes(config)) {
    weights[name] = { shape, data: freshTensor(name, shape, { key, initStd }) }
  }
  return { config, weights }
}

interface Drawing {
  readonly key: Key
  readonly initStd: number
}

/** First numbers of a weight; of an adapter's as PEFT draws them: A from ±1 / √inputs, B is 0. */
export function freshTensor(name: string, shape: readonly number[], { key, initStd }: Drawing): Float32Array {
  const length = elements(shape)
  if (name.endsWith('.lora_B.weight')) return new Float32Array(length)
  if (name.endsWith('.lora_A.weight')) {
    const { uniform } = randomFrom(derive(key, name))
    const most = 1 / Math.sqrt(nth(shape, 1))
    return Float32Array.from({ length }, () => most * (2 * uniform() - 1))
  }
  if (name.endsWith('norm.weight')) return new Float32Array(length).fill(1)
  if (name.endsWith('.bias')) return new Float32Array(length)
  const random = randomFrom(derive(key, name))
  return Float32Array.from({ length }, () => initStd * random.normal())
}
