/** Samples that the adapter asks for, each in a separate context. */
import { Subject, type Observable } from '../src/streams/rxjs.ts'
import type { Sample, SampleRequest } from '../src/contracts/models/device.ts'
import { describeFailure } from '../src/contracts/failure.ts'
import { addresses } from '../src/contracts/addresses.ts'
import { adapterName } from '../src/curriculum/messages.ts'
import type { Failed, ReleaseCall, SampleCall, Sampled } from '../src/contracts/messages/run.ts'
import { deferred, type Deferred } from '../src/runtime/waiting/deferred.ts'
import { isError } from '../src/contracts/built-in-error.ts'

export interface ModelSampling extends Pick<SampleRequest, 'maxTokens' | 'temperature' | 'topP'> {
  /** Its name in the run. */
  readonly model: string
}

export interface Draws {
  /** Requests to send. */
  readonly requests: Observable<SampleCall | ReleaseCall>
  /** Nothing more will be asked. */
  readonly close: () => void
  /** @param asked id of the task that is asked about. @returns draws one sample; rejects if it does not come. */
  readonly of: (asked: string) => (request: Omit<SampleRequest, 'sequenceId'>) => Promise<Sample>
  readonly answered: (reply: Sampled | Failed) => void
  /** Nothing more will be answered. */
  readonly end: () => void
}

/** @param from the adapter's address. */
export function createDraws(from: string, model: ModelSampling | undefined): Draws {
  const requests = new Subject<SampleCall | ReleaseCall>()
  const waiting = new Map<string, Deferred<Sample | Error>>()
  let count = 0
  const name = model?.model ?? adapterName
  const routed = { to: addresses.served(name), from, model: name }
  return {
    requests,
    close: () => requests.complete(),
    of: asked => async request => {
      count += 1
      const id = `${asked}/${count}`
      const own = deferred<Sample | Error>()
      waiting.set(id, own)
      requests.next({ kind: 'sample', ...routed, id, request: { ...request, sequenceId: id } })
      try {
        const drawn = await own.promise
        if (isError(drawn)) throw drawn
        return drawn
      } finally {
        waiting.delete(id)
        requests.next({ kind: 'release', ...routed, sequenceIds: [id] })
      }
    },
    answered: reply => {
      const own = waiting.get(reply.id)
      if (reply.kind === 'failed') return own?.resolve(new Error(describeFailure(reply.failure)))
      const [sample] = reply.samples
      own?.resolve(sample ?? new Error('no sample came'))
    },
    end: () => {
      for (const own of waiting.values()) own.resolve(new Error('the run has ended'))
    },
  }
}
