/** Samples from a model that a server has: its contexts are kept here, and sent whole each time. */
import type { SampleRequest, Sample } from '../../contracts/models/device.ts'
import type { ServiceUse } from '../../contracts/models/device-usage.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { SamplingApi, ServedModel } from '../../contracts/models/served-model.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { derive, randomFrom } from '../../math/random.ts'
import { createServiceCounter } from '../queue/service-counter.ts'
import { createHttpClient, type HttpClientOptions } from '../http/http-client.ts'
import type { HttpReply } from '../http/exchange.ts'
import { openingMs } from '../http/opening-ms.ts'
import { chatApi } from './chat-api.ts'
import { completionsApi } from './completions-api.ts'
import { llamaCppApi } from './llama-cpp-api.ts'
import type { SamplingProtocol } from './sampling-api.ts'

interface ServedSampler {
  /**
   * @returns `count` samples: each by a request and a seed of its own, so that no others change it, or all by one with
   *   `parallelSampling`.
   * @throws {StatusError | NoReplyError | OutOfTimeError} if the server does not answer as it should. @throws {RangeError} if
   *   its answer is not a sample. The context is then as it was.
   */
  readonly sample: (request: SampleRequest) => Promise<readonly Sample[]>
  readonly release: (sequenceIds: readonly string[]) => void
  /** @throws {RangeError} if the server has no model of that name. @throws as `sample`. */
  readonly check: () => Promise<void>
  /** Since the last such request. @param name of the model in the run. */
  readonly use: (name: string) => ServiceUse
  readonly close: () => void
}

/** Given by tests. */
export type SamplerSurroundings = Pick<HttpClientOptions, 'fetch' | 'scheduler'> & {
  readonly environment?: Readonly<Record<string, string | undefined>>
}

const protocols: Readonly<Record<SamplingApi, SamplingProtocol>> = {
  chat: chatApi,
  completions: completionsApi,
  'llama.cpp': llamaCppApi,
}

/** Seeds that every server takes. */
const seeds = 2 ** 31 - 1

/** @throws {RangeError} if the address is none. */
export function createServedSampler(
  { url, model, api, keyVariable, maxConcurrent, deadlineMs, schemas, parallelSampling }: ServedModel,
  { environment = process.env, ...surroundings }: SamplerSurroundings = {},
): ServedSampler {
  const key = environment[keyVariable] ?? ''
  const client = createHttpClient({
    baseUrl: url,
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    maxConcurrent,
    attemptMs: deadlineMs,
    deadlineMs,
    ...surroundings,
  })
  const { path, bodyOf, samplesOf, tokensOf } = protocols[api]
  const counter = createServiceCounter()
  const contexts = new Map<string, Int32Array>()

  return {
    sample: async request => {
      const { sequenceId, tokens, promptSuffix, count, appendToContext, schema = null, key: chance, ...how } = request
      const context = concatenated(Int32Array, [contexts.get(sequenceId) ?? [], tokens])
      const prompt = concatenated(Int32Array, [context, promptSuffix])
      if (prompt.length === 0) throw new RangeError(`context ${sequenceId} is empty: there is nothing to continue`)
      const together = parallelSampling ? count : 1
      const drawing = { ...how, model, prompt, schema: schemas ? schema : null, samples: together }
      /* The same in all but the seed, and long. */
      const common = JSON.stringify(bodyOf(drawing)).slice(0, -1)
      const draw = async (index: number): Promise<readonly Sample[]> => {
        const seed = randomFrom(derive(chance, index)).integer(seeds)
        const body = `${common},"seed":${seed}}`
        const reply = await client.send({ method: 'POST', path, body }, { repeatable: true })
        const value = json(reply, path)
        const samples = samplesOf(value, drawing)
        if (samples.length < together)
          throw new RangeError(
            `the reply to ${path} must have ${together} choices, got ${samples.length}: set the service's parallelSampling to false`,
          )
        counter.answered(tokensOf(value))
        return samples.slice(0, together).map(sample => ({ ...sample, version: 0 }))
      }
      const samples = (await Promise.all(Array.from({ length: count / together }, (_, index) => draw(index)))).flat()
      const [first] = samples
      contexts.set(
        sequenceId,
        appendToContext && first !== undefined ? concatenated(Int32Array, [context, first.tokens]) : context,
      )
      return samples
    },
    release: sequenceIds => {
      for (const id of sequenceIds) contexts.delete(id)
    },
    check: async () => {
      const models = { method: 'GET', path: '/v1/models' } as const
      const reply = await client.send(models, { repeatable: true, deadlineMs: openingMs(deadlineMs) })
      const names = modelsIn(json(reply, '/v1/models'))
      if (names !== null && !names.includes(model))
        throw new RangeError(`the server at ${url} must have the model '${model}', got ${names.join(', ') || 'none'}`)
    },
    use: counter.flush,
    close: client.close,
  }
}

function json({ body }: HttpReply, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (thrown) {
    throw new RangeError(`the reply to ${path} is not JSON: ${reasonOf(thrown)}`, { cause: thrown })
  }
}

/** `null` where the server does not list them. */
function modelsIn(value: unknown): readonly string[] | null {
  if (typeof value !== 'object' || value === null || !('data' in value) || !Array.isArray(value.data)) return null
  return value.data.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'string' ? [each.id] : [],
  )
}
