/** The gpu actor's service to threads of vector worlds: answers all parts that have arrived, in as few runs as possible. */
import { replying } from '../contracts/replying.ts'
import { loaded } from '../engine/semantics/loaded.ts'
import { unreachable } from '../contracts/unreachable.ts'
import { groupBy } from '../math/group-by.ts'
import { attachments, decidedBy } from './attachments.ts'
import type { WorldBuffer } from './world-buffer.ts'
import type { Decide, LoadNetwork, StepReply, StepRequest } from '../contracts/messages/steps.ts'
import type { Network } from '../contracts/models/network.ts'
import { openNetwork } from '../engine/networks/open-network.ts'
import type { TrainableNetwork } from '../engine/networks/trainable-network.ts'
import type { NetworksByName } from '../engine/networks/with-networks.ts'
import type { AroundNative } from '../contracts/actor.ts'
import type { DeviceOptions } from '../engine/open-device.ts'
import { runRows } from './gather.ts'
import { failureOf } from '../engine/queue/failure-of.ts'
import type { QueueClock } from '../engine/queue/queue-times.ts'

interface StepServiceOptions {
  readonly engine: DeviceOptions
  /** Networks that are trained meanwhile, beside those that are loaded here. */
  readonly trained?: NetworksByName
  /** Around every call into ONNX Runtime. */
  readonly around?: AroundNative
  /** Most rows of one run; 256 keeps a batch of small observations within a processor's cache. */
  readonly maxRows?: number
  /** The actor's address. */
  readonly name: string
  readonly now: () => number
  /** Called with how long each request waited; `measure` reads it. */
  readonly queue: QueueClock
  /** Called with the rows of each run. */
  readonly tally: (name: string, value: number) => void
}

export interface StepService {
  /** Replies in no particular order; a request of a buffer that is not attached any more has none. */
  readonly answer: (requests: readonly StepRequest[]) => Promise<readonly StepReply[]>
  readonly close: () => Promise<void>
}

/** A request whose buffer is attached. */
interface Wanted {
  readonly request: Decide
  readonly buffer: WorldBuffer
  readonly network: string
}

const noNetworks: NetworksByName = new Map()

interface Loaded {
  readonly network: Network
  readonly batch: Float32Array
}

export function createStepService(options: StepServiceOptions): StepService {
  const { engine, trained = noNetworks, maxRows = 256, name, now, queue, tally, around } = options
  if (!Number.isInteger(maxRows) || maxRows < 1)
    throw new RangeError(`maxRows must be a positive integer, got ${maxRows}`)
  const networks = new Map<string, Loaded>()
  const buffers = attachments()
  let use = { calls: 0, rows: 0, ms: 0 }
  const ran = (rows: number, ms: number): void => {
    use = { calls: use.calls + 1, rows: use.rows + rows, ms: use.ms + ms }
    tally('rows', rows)
  }

  const load = async ({ network: as, source, from: to, id }: LoadNetwork): Promise<StepReply> => {
    try {
      const network = await openNetwork(source, engine, around)
      await networks.get(as)?.network.close()
      networks.set(as, { network, batch: new Float32Array(maxRows * network.inputs) })
      return { kind: 'network-loaded', to, from: name, id }
    } catch (thrown) {
      return { kind: 'failed', to, from: name, id, failure: failureOf(name, thrown) }
    }
  }
  const decide = async (as: string, wanted: readonly Wanted[]): Promise<readonly StepReply[]> => {
    const began = now()
    for (const { request } of wanted) queue.record(began - request.askedAt)
    try {
      const own = networks.get(as) ?? asTrained(loaded(trained, as, 'network'), maxRows)
      for (const { buffer } of wanted) checkFit(as, own.network, buffer)
      const pieces = wanted.map(({ buffer, request: { rows } }) => ({ buffer, rows }))
      await runRows(own.network, pieces, own.batch, { now, ran })
      return wanted.map(({ request }) => decidedBy(name, request))
    } catch (thrown) {
      const failure = failureOf(name, thrown)
      return wanted.map(({ request }) => ({
        kind: 'failed',
        to: request.from,
        from: name,
        id: request.buffer,
        failure,
      }))
    }
  }

  return {
    async answer(requests) {
      const replies: StepReply[] = []
      const asked: Wanted[] = []
      const flush = async (): Promise<void> => {
        for (const [network, group] of groupBy(asked.splice(0), wanted => wanted.network))
          replies.push(...(await decide(network, group)))
      }
      for (const request of requests) {
        if (request.kind === 'decide') {
          const attached = buffers.of(request)
          if (attached !== undefined) asked.push({ ...attached, request })
          continue
        }
        await flush()
        switch (request.kind) {
          case 'load-network':
            replies.push(await load(request))
            break
          case 'attach':
            buffers.attach(request)
            break
          case 'measure':
            replies.push({ kind: 'measured', ...replying(request, name), at: now(), ...use, queue: queue.flush() })
            use = { calls: 0, rows: 0, ms: 0 }
            break
          default:
            return unreachable(request)
        }
      }
      await flush()
      return replies
    },
    async close() {
      for (const { network } of networks.values()) await network.close()
      networks.clear()
    },
  }
}

/** A network as its weights are at each run. */
function asTrained({ inputs, outputs, forward, close }: TrainableNetwork, maxRows: number): Loaded {
  const run: Network['run'] = (rows, count) => forward(rows.subarray(0, count * inputs), count)
  return { network: { inputs, outputs, run, close }, batch: new Float32Array(maxRows * inputs) }
}

const kinds: Readonly<Record<StepRequest['kind'], true>> = {
  'load-network': true,
  attach: true,
  decide: true,
  measure: true,
}

/** Whether a message is for this service rather than for the device itself. */
export const isStepRequest = (request: { readonly kind: string }): request is StepRequest => request.kind in kinds

function checkFit(name: string, { inputs, outputs }: Network, { shared }: WorldBuffer): void {
  if (shared.observationSize === inputs && shared.outputs === outputs) return
  const got = `${shared.observationSize} and ${shared.outputs}`
  throw new RangeError(`the network ${name} takes ${inputs} numbers and gives ${outputs}, got a buffer of ${got}`)
}
