/** The actor of a model sampled from a server and never trained: it answers like the gpu actor, and refuses requests that would change a model. */
import { replying } from '../src/contracts/replying.ts'
import { pullMap } from '../src/streams/pull-map.ts'
import { finalize, mergeMap } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses } from '../src/contracts/addresses.ts'
import type { GpuReply, ReleaseCall, ToGpu } from '../src/contracts/messages/gpu.ts'
import type { ServedModel } from '../src/contracts/models/served-model.ts'
import { createServedSampler, type SamplerSurroundings } from '../src/engine/openai/served-sampler.ts'
import { validateRequest } from '../src/engine/queue/validate-request.ts'
import { reasonOf, type Failure } from '../src/contracts/failure.ts'
import { NoReplyError, OutOfTimeError, StatusError } from '../src/engine/http/http-errors.ts'
import { failureOf } from '../src/engine/queue/failure-of.ts'

export interface ServedOptions {
  readonly served: ServedModel
}

/** The name in the run of the model whose actor has this address. */
const modelOf = (address: string): string => address.slice(addresses.served('').length)

/** It has no device. */
const noDevice = { uses: [], wallMs: 0, busyMs: 0, idleMs: 0 } as const

/** @param surroundings given by tests. @throws {RangeError} if the address of the server is none. */
export default function served(options: ServedOptions, surroundings: SamplerSurroundings = {}): Actor<ToGpu, GpuReply> {
  const { contextTokens, url } = options.served
  const sampler = createServedSampler(options.served, surroundings)

  return (inbox, { name, tally }) => {
    const answer = async (request: Exclude<ToGpu, ReleaseCall>): Promise<GpuReply> => {
      const routed = replying(request, name)
      try {
        const wrong = validateRequest(request)
        if (wrong !== null) throw new RangeError(wrong)
        tally(request.kind, 1)
        switch (request.kind) {
          case 'sample':
            return { kind: 'sampled', ...routed, samples: await sampler.sample(request.request) }
          case 'get-usage':
            return { kind: 'usage', ...routed, ...noDevice, services: [sampler.use(modelOf(name))] }
          case 'load':
            await sampler.check()
            /* It promises nothing about work it does not do. */
            return {
              ...{ kind: 'loaded', ...routed, contextTokens },
              ...{ reproducible: false, durable: true, branches: false, clips: true, entropy: true },
            }
          default:
            throw new RangeError(`the server at ${url} only samples: it has no ${request.kind}`)
        }
      } catch (thrown) {
        return { kind: 'failed', ...routed, failure: serviceFailure(name, thrown) }
      }
    }
    const react = async (request: ToGpu): Promise<readonly GpuReply[]> => {
      if (request.kind !== 'release') return [await answer(request)]
      sampler.release(request.sequenceIds)
      return []
    }
    return inbox.pipe(
      pullMap(Infinity, react),
      mergeMap(replies => replies),
      finalize(() => sampler.close()),
    )
  }
}

/**
 * A server's failure, as data. A request that it refuses, or does not answer in time, is not repeated: its result is
 * invalid.
 */
function serviceFailure(actor: string, thrown: unknown): Failure {
  const isTheirs = thrown instanceof StatusError || thrown instanceof NoReplyError || thrown instanceof OutOfTimeError
  return isTheirs ? { kind: 'invalid', reason: reasonOf(thrown) } : failureOf(actor, thrown)
}
