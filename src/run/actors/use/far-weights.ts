import type { Addressed } from '../../../contracts/actor.ts'
import type { ToTrainer } from '../../../contracts/messages/calls.ts'
import type { LoadCall } from '../../../contracts/messages/gpu.ts'
import type { Tensor } from '../../../contracts/models/device.ts'
import type { ModelReference } from '../../../contracts/models/model-reference.ts'
import { lookUp } from '../../../math/look-up.ts'
import { frozenShapes, tensorShapes } from '../../../model/tensors/tensors.ts'
import { map, type OperatorFunction } from '../../../streams/rxjs.ts'
import { arrayBytes } from './array-bytes.ts'

/** The weights that go between a run and its engine on another machine. */
export interface FarWeights {
  /** Gives each snapshot the weights that are not trained, which came with an earlier one. @see farSnapshots */
  readonly completed: OperatorFunction<ToTrainer, ToTrainer>
  /** Counts a message to the engine. */
  readonly sent: (message: Addressed) => void
  /** Bytes to and from the engine since the last such call. */
  readonly flush: () => number
}

export function createFarWeights(): FarWeights {
  let bytes = 0
  /** The last weights of each model that are not trained. */
  const frozen = new Map<string, Readonly<Record<string, Tensor>>>()
  const complete = (model: string, reference: ModelReference): ModelReference => {
    if (reference.kind !== 'memory') return reference
    const { config, weights } = reference.state
    const known = new Map(Object.entries({ ...frozen.get(model), ...weights }))
    const pick = (shapes: ReadonlyMap<string, unknown>) =>
      Object.fromEntries([...shapes.keys()].map(name => [name, lookUp(known, name)]))
    frozen.set(model, pick(frozenShapes(config)))
    return { kind: 'memory', state: { ...reference.state, weights: pick(tensorShapes(config)) } }
  }
  return {
    completed: map(message => {
      if (message.kind !== 'snapshot-done') return message
      bytes += arrayBytes(message.reference)
      return { ...message, reference: complete(message.model, message.reference) }
    }),
    sent: message => {
      if (isLoad(message)) bytes += arrayBytes(message.reference)
    },
    flush: () => {
      const counted = bytes
      bytes = 0
      return counted
    },
  }
}

const isLoad = (message: Addressed): message is LoadCall => 'kind' in message && message.kind === 'load'
