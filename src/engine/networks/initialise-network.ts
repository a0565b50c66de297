import { networkLayout } from '../../contracts/models/network-layout.ts'
import type { NetworkShape, NetworkState } from '../../contracts/models/network.ts'
import { derive, randomFrom, type Key } from '../../math/random.ts'

/**
 * A fresh network: weights normal with variance 2 / inputs, biases 0, scales 1 and shifts 0.
 * Source: He et al., Delving deep into rectifiers, ICCV 2015, eq. 10.
 *
 * @throws {RangeError} if the shape is none.
 */
export function initialiseNetwork(shape: NetworkShape, key: Key): NetworkState {
  const { convolutions, linear } = networkLayout(shape)
  const { members = 1 } = shape
  const drawn = (use: string, index: number, inputs: number, length: number): Float32Array => {
    const spread = Math.sqrt(2 / inputs)
    const weights = new Float32Array(members * length)
    for (let member = 0; member < members; member += 1) {
      const own = derive(key, use, index)
      const random = randomFrom(shape.members === undefined ? own : derive(own, member))
      for (let place = 0; place < length; place += 1) weights[member * length + place] = spread * random.normal()
    }
    return weights
  }
  const layers = [
    ...convolutions.map((layer, index) => ({ layer, use: 'convolution', index })),
    ...linear.map((layer, index) => ({ layer, use: 'layer', index })),
  ]
  const weights = layers.flatMap(({ layer: { name, inputs, outputs, normalised }, use, index }) => {
    const all = (value: number): Float32Array => new Float32Array(members * outputs).fill(value)
    return [
      [`${name}.weight`, drawn(use, index, inputs, inputs * outputs)] as const,
      [`${name}.bias`, all(0)] as const,
      ...(normalised
        ? ([
            [`${name}.scale`, all(1)],
            [`${name}.shift`, all(0)],
          ] as const)
        : []),
    ]
  })
  return { shape, weights: Object.fromEntries(weights) }
}
