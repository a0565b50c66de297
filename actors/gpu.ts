/** The gpu actor: the only one that touches the accelerator, one call at a time; calls to a service overlap. */
import { replying } from '../src/contracts/replying.ts'
import { connect, filter, finalize, merge, mergeMap } from '../src/streams/rxjs.ts'
import type { Actor, Context } from '../src/contracts/actor.ts'
import { answer } from '../src/engine/queue/answer.ts'
import { inBatches } from '../src/engine/queue/in-batches.ts'
import { overlapping, type OverlappingOptions } from '../src/engine/queue/overlapping.ts'
import { createOnce } from '../src/engine/queue/once.ts'
import { validateRequest } from '../src/engine/queue/validate-request.ts'
import { createMeter } from '../src/engine/queue/meter.ts'
import { isLocal, type DeviceOptions } from '../src/engine/open-device.ts'
import { longestCallMs, openEngine, type EngineOptions } from '../src/engine/open-engine.ts'
import { createQueueClock } from '../src/engine/queue/queue-times.ts'
import { withNetworks, type NetworksByName } from '../src/engine/networks/with-networks.ts'
import { createStepService, isStepRequest } from '../src/vector/step-service.ts'
import type { GpuReply, ToGpu } from '../src/contracts/messages/run.ts'
import type { NetworkEngine } from '../src/contracts/models/model-engine.ts'
import type { StepReply, StepRequest } from '../src/contracts/messages/steps.ts'
import { batchMap } from '../src/streams/batch-map.ts'
import { nth } from '../src/math/nth.ts'

export interface GpuOptions {
  readonly engine: EngineOptions
  /** Most requests of one call. */
  readonly maxBatch?: number
  /** Longest time that the engine may take from one pause of a call to the next; more is a hang. `longestCallMs` if left out. */
  readonly callMs?: number
  /** Most rows of one run of a network. */
  readonly maxRows?: number
  /** Whether snapshots are in memory that all threads share, `true`; false where the trainer is on another machine. */
  readonly shares?: boolean
}

/** Opens the engine once; requests that arrived while it was busy are its next batch. */
export default async function gpu({
  engine,
  maxBatch = 1024,
  callMs = longestCallMs(engine),
  maxRows = 256,
  shares,
}: GpuOptions): Promise<Actor<ToGpu | StepRequest, GpuReply | StepReply>> {
  /* The engine is opened before there is a context. */
  let native: Context['native'] = work => work()
  const around: Context['native'] = work => native(work)
  const networks: NetworksByName = new Map()
  const networkOptions = isLocal(engine) ? engine : networkEngine
  const opened = withNetworks(await openEngine(engine, around, shares), networks, { engine: networkOptions, around })
  return (inbox, { name, now, tally, blocking, native: own }) => {
    native = own
    const meter = createMeter(now)
    const queue = createQueueClock()
    const once = createOnce()
    const steps = createStepService({
      engine: networkOptions,
      around,
      trained: networks,
      maxRows,
      name,
      now,
      queue,
      tally,
    })
    const answering: OverlappingOptions<GpuReply> = {
      askedAt: request => (request.kind === 'get-usage' ? undefined : request.askedAt) ?? now(),
      work: async (batch, pause) => {
        const began = now()
        for (const { request, at } of batch.requests) {
          tally('queueMs', began - at)
          if (request.kind === 'sample') queue.record(began - at)
        }
        const requests = batch.requests.map(({ request }) => request)
        const first = nth(requests, 0)
        tally('batch', requests.length)
        tally(first.kind, requests.length)
        /* Training calls come alone. */
        const known = once.known(first, name)
        const replies = known === null ? await answer(opened, name, requests, pause) : [known]
        const [reply] = replies
        if (known === null && reply !== undefined) once.answered(first, reply)
        meter.over(batch, replies)
        return replies
      },
      /* Each sample of a service has a deadline of its own. */
      around: (batch, unfinished, piece) =>
        meter.during(batch, unfinished, () =>
          opened.overlaps === true && nth(batch.requests, 0).request.kind === 'sample'
            ? piece()
            : blocking(callMs, piece),
        ),
      usage: (request, unfinished) => ({
        ...{ kind: 'usage', ...replying(request, name), ...meter.flush(unfinished) },
        ...(opened.serviceUse === undefined ? {} : { services: opened.serviceUse() }),
      }),
    }
    const calls = inBatches<GpuReply>({
      ...answering,
      ...{ maxRequests: maxBatch, longMs: callMs / 4, now },
      goesOn: ({ requests }) =>
        requests.flatMap(({ request }) => ('id' in request ? [{ kind: 'continued', ...replying(request, name) }] : [])),
    })
    const isElsewhere = placed(opened)
    return inbox.pipe(
      connect(all =>
        merge(
          all.pipe(
            filter(isWellFormed),
            connect(requests =>
              merge(
                requests.pipe(
                  filter(request => !isElsewhere(request)),
                  calls,
                ),
                requests.pipe(filter(isElsewhere), overlapping(answering)),
              ),
            ),
          ),
          all.pipe(mergeMap(request => (isStepRequest(request) ? [] : refusal(name, request)))),
          all.pipe(
            filter(isStepRequest),
            batchMap(maxBatch, batch => blocking(callMs, () => steps.answer(batch))),
          ),
        ),
      ),
      finalize(() => void Promise.all([opened.close(), steps.close()])),
    )
  }
}

/** Networks stay here when the language models are elsewhere. */
const networkEngine: DeviceOptions = { engine: 'onnx', threads: 1 }

/** @returns whether a request is for a model of an engine whose calls overlap; networks are here in any case. */
function placed({ overlaps }: Pick<NetworkEngine, 'overlaps'>): (request: ToGpu) => boolean {
  const networks = new Set<string>()
  return request => {
    if (overlaps !== true) return false
    if (request.kind === 'load' && request.reference.kind === 'network') networks.add(request.model)
    return request.kind === 'get-usage' || !networks.has(request.model)
  }
}

const isWellFormed = (request: ToGpu | StepRequest): request is ToGpu =>
  !isStepRequest(request) && validateRequest(request) === null

/** Refuses a request that has not the shape of its kind, before it reaches the device. */
function refusal(from: string, request: ToGpu): readonly GpuReply[] {
  const reason = validateRequest(request)
  if (reason === null || !('id' in request)) return []
  return [{ kind: 'failed', ...replying(request, from), failure: { kind: 'invalid', reason } }]
}
