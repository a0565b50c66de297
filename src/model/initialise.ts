import type { ModelState, Tensor } from '../contracts/device.ts'
import { derive, randomFrom, type Key } from '../math/random.ts'
import type { ModelConfig } from '../contracts/model-config.ts'
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
    weights[name] = { shape, data: fill(name, elements(shape), { key, initStd }) }
  }
  return { config, weights }
}

function fill(name: string, length: number, { key, initStd }: { key: Key; initStd: number }): Float32Array {
  if (name.endsWith('norm.weight')) return new Float32Array(length).fill(1)
  if (name.endsWith('.bias')) return new Float32Array(length)
  const random = randomFrom(derive(key, name))
  return Float32Array.from({ length }, () => initStd * random.normal())
}
