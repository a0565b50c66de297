import { startSideThread, type SideThreadQuestion } from '../../../runtime/side-thread/start-side-thread.ts'
import { errorOf } from '../../queue/failure-of.ts'
import type { Replica } from './replica.ts'
import { sharedPartQueue, type Done } from './part-queue.ts'
import type { DoneData, ReplicaThread, ReplicaReply } from './replica-thread.ts'
import type { SessionOptions } from '../sessions/runtime.ts'
import { rowOf, type Arrays } from '../memory/buffer-pool.ts'
import { lookUp } from '../../../math/look-up.ts'

/**
 * A replica in a separate thread. Weights and gradients pass through memory that both threads share, one row for each
 * model: ONNX Runtime does not compute in such memory.
 */
export function openRemoteReplica(options: SessionOptions): Replica {
  const side = startSideThread<ReplicaThread>({
    name: 'replica',
    module: new URL('./replica-thread.js', import.meta.url),
    options,
  })
  const ask = async <T>(question: SideThreadQuestion<ReplicaThread, ReplicaReply<T>>): Promise<T> => {
    const reply = await side.ask(question)
    if ('failure' in reply) throw errorOf(reply.failure)
    return reply.value
  }
  const shared = new Map<string, Float32Array>()
  const share = (model: string, weights: Arrays): Float32Array => {
    const row = rowOf(weights)
    const known = shared.get(model)
    const room = known?.length === row.length ? known : new Float32Array(new SharedArrayBuffer(row.byteLength))
    shared.set(model, room)
    room.set(row)
    return room
  }

  return {
    load: (model, config, { frozen, trained }, version) => {
      const others = rowOf(frozen)
      const lent = new Float32Array(new SharedArrayBuffer(others.byteLength))
      lent.set(others)
      return ask(thread => thread.load(model, config, { frozen: lent, trained: share(model, trained) }, version))
    },
    setWeights: async (model, weights, version) => {
      /* Not awaited: later requests come after it, and fail if it does. */
      ask(thread => thread.setWeights(model, share(model, weights), version)).catch(() => {})
    },
    sample: (model, requests) => ask(thread => thread.sample(model, requests)),
    undo: model => ask(thread => thread.undo(model)),
    release: (model, sequenceIds) => ask(thread => thread.release(model, sequenceIds)),
    logprobs: async (model, queue, parts) =>
      (await ask(thread => thread.logprobs(model, sharedPartQueue(queue), parts))).map(ofData),
    gradients: async (model, queue, call) =>
      (await ask(thread => thread.gradients(model, sharedPartQueue(queue), call))).map(ofData),
    addGradients: (call, examples, objective) => ask(thread => thread.addGradients(call, examples, objective)),
    collect: async call => {
      const row = lookUp(shared, call.model)
      await ask(thread => thread.collect(call, row))
      return row
    },
    forget: call => ask(thread => thread.forget(call)),
    close: async () => {
      await ask(thread => thread.close())
      side.close()
    },
  }
}

function ofData<T>(done: DoneData<T>): Done<T> {
  return 'failure' in done ? { part: done.part, thrown: errorOf(done.failure) } : done
}
