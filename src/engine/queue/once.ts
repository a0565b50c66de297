/** Training calls are applied once, though they may be asked again: by their numbers, model by model. */
import type { DeviceCall, GpuReply } from '../../contracts/messages/gpu.ts'

/** Calls that change a model by what it is: asked again, they would change it twice. */
type Numbered = Extract<DeviceCall, { readonly kind: 'forward-backward' | 'optim-step' }>

export interface Once {
  /**
   * What is to be answered without the engine: the reply of the time when the call was applied.
   *
   * @returns `null` if the call is new, or has no number.
   */
  readonly known: (call: DeviceCall, from: string) => GpuReply | null
  /** A call has been answered. */
  readonly answered: (call: DeviceCall, reply: GpuReply) => void
}

/** Replies kept for each model: as many as may be asked again. */
const maxReplies = 256

export function createOnce(): Once {
  const models = new Map<string, { last: number; readonly replies: Map<number, GpuReply> }>()
  return {
    known: (call, from) => {
      const own = models.get(call.model)
      if (!isNumbered(call) || own === undefined) return null
      if (call.seq > own.last) return null
      const reply = own.replies.get(call.seq)
      const { id, from: to, kind, seq } = call
      if (reply?.kind === `${kind}-done`) return { ...reply, to, id }
      const reason = `${kind} ${seq} of model ${call.model} must be above ${own.last}, the last one applied, or one whose reply is kept`
      return { kind: 'failed', to, from, id, failure: { kind: 'invalid', reason } }
    },
    answered: (call, reply) => {
      /* Another state: what was done to the one before says nothing of it. */
      if (call.kind === 'load') return void models.delete(call.model)
      if (!isNumbered(call) || reply.kind === 'failed') return
      const own = models.get(call.model) ?? { last: 0, replies: new Map<number, GpuReply>() }
      models.set(call.model, own)
      own.last = call.seq
      own.replies.set(call.seq, reply)
      own.replies.delete(call.seq - maxReplies)
    },
  }
}

const isNumbered = (call: DeviceCall): call is Numbered & { readonly seq: number } =>
  (call.kind === 'forward-backward' || call.kind === 'optim-step') && call.seq !== undefined
