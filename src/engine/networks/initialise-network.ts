import { derive, randomFrom, type Key } from '../../math/random.ts'
import type { NetworkState } from '../../contracts/models/network.ts'
import { nth } from '../../math/nth.ts'

/**
 * A fresh network: weights normal with variance 2 / inputs, biases 0.
 * Source: He et al., Delving deep into rectifiers, ICCV 2015, eq. 10.
 *
 * @param sizes inputs, the hidden layers, outputs.
 * @throws {RangeError} if there are fewer than two sizes or one is not a positive integer.
 */
export function initialiseNetwork(sizes: readonly number[], key: Key): NetworkState {
  const wrong = sizes.find(size => !Number.isInteger(size) || size < 1)
  if (sizes.length < 2) throw new RangeError(`sizes must be at least two, got ${sizes.length}`)
  if (wrong !== undefined) throw new RangeError(`sizes must be positive integers, got ${wrong}`)
  const layers = sizes.slice(1).map((outputs, index) => {
    const inputs = nth(sizes, index)
    const random = randomFrom(derive(key, 'layer', index))
    const spread = Math.sqrt(2 / inputs)
    return {
      weight: Float32Array.from({ length: inputs * outputs }, () => spread * random.normal()),
      bias: new Float32Array(outputs),
    }
  })
  return { inputs: nth(sizes, 0), layers }
}
