/** RemoteContexts of a service that keeps none: their tokens are kept here, and sent whole each time. */
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { Sample, SampleRequest } from '../../contracts/models/device.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { groupBy } from '../../math/group-by.ts'
import { checkLengths, checkRequest } from '../semantics/check.ts'

export interface RemoteContexts {
  /**
   * Requests that continue one context are answered in their order, others at once.
   *
   * @param draw the samples that follow a prompt.
   * @throws {RangeError} naming the error in a request. After any error, all contexts are as they were.
   */
  readonly sample: (
    requests: readonly SampleRequest[],
    config: ModelConfig,
    draw: (prompt: Int32Array, request: SampleRequest) => Promise<readonly Sample[]>,
  ) => Promise<readonly (readonly Sample[])[]>
  readonly release: (sequenceIds: readonly string[]) => void
}

export function createRemoteContexts(): RemoteContexts {
  const contexts = new Map<string, Int32Array>()
  return {
    sample: async (requests, config, draw) => {
      for (const request of requests) checkRequest(config, request)
      checkLengths(config, requests, id => contexts.get(id)?.length ?? 0)
      const results: (readonly Sample[])[] = []
      const changed = new Map<string, Int32Array>()
      const answer = async (sequenceId: string, own: readonly (readonly [number, SampleRequest])[]): Promise<void> => {
        for (const [index, request] of own) {
          const context = concatenated(Int32Array, [
            changed.get(sequenceId) ?? contexts.get(sequenceId) ?? [],
            request.tokens,
          ])
          const samples = await draw(concatenated(Int32Array, [context, request.promptSuffix]), request)
          const [sample] = samples
          changed.set(
            sequenceId,
            request.appendToContext && sample !== undefined
              ? concatenated(Int32Array, [context, sample.tokens])
              : context,
          )
          results[index] = samples
        }
      }
      const failures: unknown[] = []
      const bySequence = groupBy(requests.entries(), ([, { sequenceId }]) => sequenceId)
      await Promise.all(
        [...bySequence].map(([id, own]) => answer(id, own).catch((thrown: unknown) => failures.push(thrown))),
      )
      if (failures.length > 0) throw failures[0]
      for (const [id, context] of changed) contexts.set(id, context)
      return results
    },
    release: sequenceIds => {
      for (const id of sequenceIds) contexts.delete(id)
    },
  }
}
