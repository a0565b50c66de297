import type { ModelState, Tensor } from '../device/device.ts'
import { derive, randomFrom, type Key } from '../math/random.ts'
import type { ModelConfig } from './config.ts'
import { elements, tensorShapes } from './tensors.ts'

/** Standard deviation of transformers' Qwen2Config.initializer_range. */
const spread = 0.02

/**
 * A fresh model as transformers makes one: matrices normal with deviation 0.02, norms 1, biases 0.
 * Each tensor draws from its own name below `key`, so that adding one leaves the others as they are.
 */
export function initialise(config: ModelConfig, key: Key): ModelState {
  const weights: Record<string, Tensor> = {}
  for (const [name, shape] of tensorShapes(config)) weights[name] = { shape, data: fill(name, elements(shape), key) }
  return { config, weights }
}

function fill(name: string, length: number, key: Key): Float32Array {
  if (name.endsWith('norm.weight')) return new Float32Array(length).fill(1)
  if (name.endsWith('.bias')) return new Float32Array(length)
  const random = randomFrom(derive(key, name))
  return Float32Array.from({ length }, () => spread * random.normal())
}
