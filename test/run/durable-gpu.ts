/** In the place of the gpu actor: a link to an engine elsewhere in the process, which outlives it. */
import { BroadcastChannel } from 'node:worker_threads'
import { Observable } from '../../src/streams/rxjs.ts'
import type { Actor } from '../../src/contracts/actor.ts'
import type { GpuReply, ToGpu } from '../../src/contracts/messages/run.ts'

export interface DurableGpuOptions {
  /** Name of the channel on which the engine listens. */
  readonly channel: string
  /** Life by life, the `count`-th reply of a kind, from 1: it is lost, and that life of the link with it. */
  readonly loses: readonly (readonly [kind: string, count: number])[]
}

export default function durableGpu({ channel: name, loses }: DurableGpuOptions): Actor<ToGpu, GpuReply> {
  return (inbox, { incarnation }) =>
    new Observable(out => {
      const channel = new BroadcastChannel(name)
      const [lost, count] = loses[incarnation] ?? ['none', 1]
      let heard = 0
      channel.onmessage = event => {
        const { data: reply } = event as { readonly data: GpuReply }
        if (reply.kind === lost) heard += 1
        if (heard === count) out.error(new Error(`the link broke at ${lost} ${count}`))
        else out.next(reply)
      }
      const subscription = inbox.subscribe({
        next: message => channel.postMessage(message),
        complete: () => out.complete(),
      })
      return () => {
        subscription.unsubscribe()
        channel.close()
      }
    })
}
