/**
 * One of several that hold the same models, each on separate threads. Sampling goes to the replica that holds the
 * sequence; training is divided anew at each call.
 */
import type { Objective, SpanRule } from '../../../losses/objective.ts'
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import type { LossSums, Example, Sample, SampleRequest, Sequence } from '../../../contracts/models/device.ts'
import { objectiveRule } from '../../semantics/objective-rule.ts'
import type { Engine } from '../sessions/engine.ts'
import { gradientsOf } from '../training/gradients.ts'
import { modelWith, type Model, type ModelArrays } from '../model/model.ts'
import { createFlatParameters } from '../memory/flat-parameters.ts'
import { sample, undoing } from '../generation/sample.ts'
import { logprobsOf } from '../training/logprobs.ts'
import { rowOf, type Arrays } from '../memory/buffer-pool.ts'
import { takeParts, type PartQueue, type Done } from './part-queue.ts'
import { lookUp } from '../../../math/look-up.ts'
import { nth } from '../../../math/nth.ts'

/** One `forwardBackward`, of which every replica may have parts. */
export interface ReplicaCall {
  readonly model: string
  readonly id: number
}

/** Examples whose gradients are dealt out. */
export interface DistributedExamples {
  /** Of one padded length each. */
  readonly parts: readonly (readonly Example[])[]
  readonly objective: Objective
  /** [parts] shared: where the gradients of each go. */
  readonly into: readonly Float32Array[]
}

/** Models are known, and requests have been checked. @see Device for the verbs. */
export interface Replica {
  /** @param version updates that the weights have had. */
  readonly load: (model: string, config: ModelConfig, weights: ModelArrays, version: number) => Promise<void>
  /** Replaces the weights that are trained; contexts keep their tokens. The former weights are not used any more. */
  readonly setWeights: (model: string, weights: Arrays, version: number) => Promise<void>
  readonly sample: (model: string, requests: readonly SampleRequest[]) => Promise<readonly (readonly Sample[])[]>
  /** Leaves the contexts as they were before the last `sample` of the model. */
  readonly undo: (model: string) => Promise<void>
  readonly release: (model: string, sequenceIds: readonly string[]) => Promise<void>
  /** @param parts sequences of one padded length each. */
  readonly logprobs: (
    model: string,
    queue: PartQueue,
    parts: readonly (readonly Sequence[])[],
  ) => Promise<readonly Done<readonly Float32Array[]>[]>
  /** Writes the gradients of each part that it takes, as `rowOf` has them. */
  readonly gradients: (model: string, queue: PartQueue, call: DistributedExamples) => Promise<readonly Done<LossSums>[]>
  /** Adds the gradients of examples of one padded length to the call's. */
  readonly addGradients: (call: ReplicaCall, examples: readonly Example[], objective: Objective) => Promise<LossSums>
  /** Ends a call that has begun. @returns its gradients, as `rowOf` has them, until this replica is asked for more. */
  readonly collect: (call: ReplicaCall) => Promise<Float32Array>
  /** Ends the call, if it has begun. */
  readonly forget: (call: ReplicaCall) => Promise<void>
  readonly close: () => Promise<void>
}

/** A call under way. */
interface Begun {
  readonly rule: SpanRule
  /** Of the gradients so far. */
  total: Arrays | null
}

/** A replica in this thread. */
export function createReplica(engine: Engine): Replica {
  const rows = createFlatParameters()
  const models = new Map<string, Model>()
  const undos = new Map<string, () => void>()
  const begun = new Map<number, Begun>()
  const forget = async ({ model, id }: ReplicaCall): Promise<void> => {
    const call = begun.get(id)
    if (call?.total) lookUp(models, model).buffers.give(call.total)
    begun.delete(id)
  }

  return {
    load: async (name, config, weights, version) => {
      await models.get(name)?.sampler?.close()
      undos.delete(name)
      models.set(name, modelWith(name, config, weights, version))
    },
    setWeights: async (name, weights, version) => {
      const model = lookUp(models, name)
      Object.assign(model, { weights: new Map([...model.frozen, ...weights]), version })
      model.contexts.invalidate()
    },
    sample: async (name, requests) => {
      const model = lookUp(models, name)
      undos.set(name, undoing(model, requests))
      return sample(engine, model, requests)
    },
    undo: async name => undos.get(name)?.(),
    release: async (name, sequenceIds) => {
      const { contexts } = lookUp(models, name)
      for (const sequenceId of sequenceIds) contexts.release(sequenceId)
    },
    logprobs: (name, queue, parts) => {
      const model = lookUp(models, name)
      return takeParts(queue, part => logprobsOf(engine, model, nth(parts, part)))
    },
    gradients: async (name, queue, { parts, objective, into }) => {
      const model = lookUp(models, name)
      const rule = await objectiveRule(objective)
      return takeParts(queue, async part => {
        const { gradients, sums } = await gradientsOf(engine, rows, model, { batch: nth(parts, part), rule })
        nth(into, part).set(rowOf(gradients))
        model.buffers.give(gradients)
        return sums
      })
    },
    addGradients: async ({ model: name, id }, batch, objective) => {
      const model = lookUp(models, name)
      const call = begun.get(id) ?? { rule: await objectiveRule(objective), total: null }
      begun.set(id, call)
      const { gradients, sums } = await gradientsOf(engine, rows, model, { batch, rule: call.rule })
      if (call.total === null) {
        call.total = gradients
      } else {
        rows.sum([rowOf(call.total), rowOf(gradients)], rowOf(call.total))
        model.buffers.give(gradients)
      }
      return sums
    },
    collect: async call => {
      const total = begun.get(call.id)?.total
      if (!total) throw new Error(`nothing was added to call ${call.id} of model ${call.model}`)
      await forget(call)
      return rowOf(total)
    },
    forget,
    close: async () => {
      models.clear()
      await engine.close()
    },
  }
}
