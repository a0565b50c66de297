/** The thread of a replica: answers the calls of its `Replica`, with parameters in memory that both threads share. */
import type { AroundNative } from '../../../contracts/actor.ts'
import type { Objective } from '../../../losses/objective.ts'
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { frozenShapes, trainedShapes } from '../../../model/tensors/tensors.ts'
import type { Failure } from '../../../contracts/failure.ts'
import { serveSideThread } from '../../../runtime/side-thread/serve-side-thread.ts'
import type { Example, SampleRequest, Sequence } from '../../../contracts/models/device.ts'
import { failureOf } from '../../queue/failure-of.ts'
import { createEngine } from '../sessions/engine.ts'
import type { PartQueue, Done } from './part-queue.ts'
import { createReplica, type DistributedExamples, type ReplicaCall, type Replica } from './replica.ts'
import { loadRuntime, type SessionOptions } from '../sessions/runtime.ts'
import { arraysFor, rowOf, type Arrays } from '../memory/buffer-pool.ts'
import { lookUp } from '../../../math/look-up.ts'

export type ReplicaReply<T> = { readonly value: T } | { readonly failure: Failure }

/** A `Done` on its way to another thread. */
export type DoneData<T> =
  | { readonly part: number; readonly value: T }
  | { readonly part: number; readonly failure: Failure }

/** `ModelArrays`, each as `rowOf` has it. */
type Rows = Readonly<Record<'frozen' | 'trained', Float32Array>>

export type ReplicaThread = ReturnType<typeof open>

serveSideThread(open)

function open(options: unknown, native: AroundNative) {
  /* The only maker of these is remote-replica.ts. */
  const session = options as SessionOptions
  const opened = loadRuntime(native, session.provider).then(runtime => createReplica(createEngine(runtime, session)))
  opened.catch(() => {})
  const own = new Map<string, Arrays>()

  return {
    load: (model: string, config: ModelConfig, rows: Rows, version: number) => {
      const [frozen, trained] = [arraysFor(frozenShapes(config)), arraysFor(trainedShapes(config))]
      rowOf(frozen).set(rows.frozen)
      rowOf(trained).set(rows.trained)
      own.set(model, trained)
      return replyOf(replica => replica.load(model, config, { frozen, trained }, version))
    },
    setWeights: (model: string, weights: Float32Array, version: number) => {
      const arrays = lookUp(own, model)
      rowOf(arrays).set(weights)
      return replyOf(replica => replica.setWeights(model, arrays, version))
    },
    sample: (model: string, requests: readonly SampleRequest[]) => replyOf(replica => replica.sample(model, requests)),
    undo: (model: string) => replyOf(replica => replica.undo(model)),
    release: (model: string, sequenceIds: readonly string[]) => replyOf(replica => replica.release(model, sequenceIds)),
    logprobs: (model: string, queue: PartQueue, parts: readonly (readonly Sequence[])[]) =>
      replyOf(async replica => (await replica.logprobs(model, queue, parts)).map(asData)),
    gradients: (model: string, queue: PartQueue, call: DistributedExamples) =>
      replyOf(async replica => (await replica.gradients(model, queue, call)).map(asData)),
    addGradients: (call: ReplicaCall, examples: readonly Example[], objective: Objective) =>
      replyOf(replica => replica.addGradients(call, examples, objective)),
    collect: (call: ReplicaCall, into: Float32Array) => replyOf(async replica => into.set(await replica.collect(call))),
    forget: (call: ReplicaCall) => replyOf(replica => replica.forget(call)),
    close: () => replyOf(replica => replica.close()),
  }

  async function replyOf<T>(work: (replica: Replica) => Promise<T>): Promise<ReplicaReply<T>> {
    try {
      return { value: await work(await opened) }
    } catch (thrown) {
      return { failure: failureOf(actor, thrown) }
    }
  }
}

const actor = 'a replica'

function asData<T>(done: Done<T>): DoneData<T> {
  return 'thrown' in done ? { part: done.part, failure: failureOf(actor, done.thrown) } : done
}
