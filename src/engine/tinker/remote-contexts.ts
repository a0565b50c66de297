/** Contexts of a service that keeps none: their tokens are kept here, and sent whole each time. */
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { Sample, SampleRequest } from '../../contracts/models/device.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { groupBy } from '../../math/group-by.ts'
import { lookUp } from '../../math/look-up.ts'
import { checkLengths, checkRequest } from '../semantics/check.ts'

export interface RemoteContexts {
  /**
   * Requests that continue one context are answered in their order, those of several calls too; others at once.
   *
   * @param draw the samples that follow a prompt.
   * @throws {RangeError} naming the error in a request. After any error, the contexts of this call are as they were.
   */
  readonly sample: (
    requests: readonly SampleRequest[],
    config: ModelConfig,
    draw: (prompt: Int32Array, request: SampleRequest) => Promise<readonly Sample[]>,
  ) => Promise<readonly (readonly Sample[])[]>
  /** What is still drawn from a released context continues none. */
  readonly release: (sequenceIds: readonly string[]) => void
}

interface RemoteContext {
  tokens: Int32Array
  /** Settled when the last call with it is over. */
  last: Promise<unknown>
}

export function createRemoteContexts(): RemoteContexts {
  const contexts = new Map<string, RemoteContext>()
  const opened = (id: string): RemoteContext => {
    const context = contexts.get(id) ?? { tokens: new Int32Array(0), last: Promise.resolve() }
    contexts.set(id, context)
    return context
  }
  return {
    sample: async (requests, config, draw) => {
      for (const request of requests) checkRequest(config, request)
      const own = new Map(requests.map(({ sequenceId }) => [sequenceId, opened(sequenceId)]))
      const before = [...own.values()].map(({ last }) => last)
      const done = Promise.all(before).then(() => continued(requests, { config, contexts: own, draw }))
      const over = done.catch(() => {})
      for (const context of own.values()) context.last = over
      return done
    },
    release: sequenceIds => {
      for (const id of sequenceIds) contexts.delete(id)
    },
  }
}

interface Continuing {
  readonly config: ModelConfig
  readonly contexts: ReadonlyMap<string, RemoteContext>
  readonly draw: Parameters<RemoteContexts['sample']>[2]
}

async function continued(
  requests: readonly SampleRequest[],
  { config, contexts, draw }: Continuing,
): Promise<readonly (readonly Sample[])[]> {
  const tokensOf = (id: string): Int32Array => lookUp(contexts, id).tokens
  checkLengths(config, requests, id => tokensOf(id).length)
  const results: (readonly Sample[])[] = []
  const changed = new Map<string, Int32Array>()
  const answer = async (id: string, own: readonly (readonly [number, SampleRequest])[]): Promise<void> => {
    for (const [index, request] of own) {
      const context = concatenated(Int32Array, [changed.get(id) ?? tokensOf(id), request.tokens])
      const samples = await draw(concatenated(Int32Array, [context, request.promptSuffix]), request)
      const [sample] = samples
      const isContinued = request.appendToContext && sample !== undefined
      changed.set(id, isContinued ? concatenated(Int32Array, [context, sample.tokens]) : context)
      results[index] = samples
    }
  }
  const failures: unknown[] = []
  const bySequence = groupBy(requests.entries(), ([, { sequenceId }]) => sequenceId)
  await Promise.all(
    [...bySequence].map(([id, own]) => answer(id, own).catch((thrown: unknown) => failures.push(thrown))),
  )
  if (failures.length > 0) throw failures[0]
  for (const [id, tokens] of changed) lookUp(contexts, id).tokens = tokens
  return results
}
