/** Applies each training call once, though it may be sent again: by its number, model by model. */
import type {
  BackwardReply,
  DeviceCall,
  Failed,
  ForwardBackwardReply,
  GpuReply,
  OptimStepReply,
} from '../../contracts/messages/gpu.ts'

/** Calls that change a model: applied again, they would change it twice. */
type Numbered = Extract<DeviceCall, { readonly kind: 'forward-backward' | 'backward' | 'optim-step' }>
type Applied = ForwardBackwardReply | BackwardReply | OptimStepReply

export interface Once {
  /**
   * The reply from when the call was applied, which is sent without asking the engine.
   *
   * @returns `null` if the call is new, or has no number.
   */
  readonly known: (call: DeviceCall, from: string) => Applied | Failed | null
  /** A call has been answered. */
  readonly answered: (call: DeviceCall, reply: GpuReply) => void
}

/** Replies kept for each model: as many calls as may be sent again. */
const maxReplies = 256

export function createOnce(): Once {
  const models = new Map<string, { last: number; readonly replies: Map<number, Applied> }>()
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
      /* A new state: the calls applied to the one before do not count for it. */
      if (reply.kind === 'loaded') return void models.delete(call.model)
      if (!isNumbered(call) || !isApplied(reply)) return
      const own = models.get(call.model) ?? { last: 0, replies: new Map<number, Applied>() }
      models.set(call.model, own)
      own.last = call.seq
      own.replies.set(call.seq, reply)
      own.replies.delete(call.seq - maxReplies)
    },
  }
}

const isNumbered = (call: DeviceCall): call is Numbered & { readonly seq: number } =>
  (call.kind === 'forward-backward' || call.kind === 'backward' || call.kind === 'optim-step') && call.seq !== undefined

const isApplied = (reply: GpuReply): reply is Applied =>
  reply.kind === 'forward-backward-done' || reply.kind === 'backward-done' || reply.kind === 'optim-step-done'
