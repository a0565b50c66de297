import type { NetworkHandle } from '../../../src/contracts/models/network-handle.ts'
import type { NetworkShape } from '../../../src/contracts/models/network.ts'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { plainPasses } from '../../../src/engine/networks/plain-passes.ts'
import { trainableNetwork } from '../../../src/engine/networks/trainable-network.ts'
import { adamDefaults } from '../../../src/math/adamw.ts'
import type { Key } from '../../../src/math/random.ts'

/** A network in plain JavaScript, as a lab has one. */
export function plainHandle(name: string, shape: NetworkShape, key: Key): NetworkHandle {
  const make = (state: Parameters<typeof trainableNetwork>[1]) => trainableNetwork(name, state, plainPasses(shape))
  let own = make(initialiseNetwork(shape, key))
  const countOf = (rows: Float32Array) => rows.length / shape.inputs
  return {
    ...{ name, inputs: own.inputs, outputs: own.outputs },
    forward: rows => own.forward(rows, countOf(rows)),
    backward: (rows, gradients) => own.backward(rows, gradients, countOf(rows)),
    rowGradients: (rows, gradients) => own.rowGradients(rows, gradients, countOf(rows)),
    optimStep: options => own.optimStep({ ...adamDefaults, ...options }),
    snapshot: () => own.save(),
    load: async state => {
      own = make(state)
    },
  }
}
