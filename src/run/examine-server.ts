/** Whether a server can sample for a role of a run: one finding after another, until one is that it cannot. */
import { notThere, type ServiceFinding } from '../engine/doctor/examine-service.ts'
import { faultOf } from '../engine/http/exchange.ts'
import { usualFetch } from '../engine/http/fetch.ts'
import { createServedSampler } from '../engine/openai/served-sampler.ts'
import { reasonOf } from '../contracts/failure.ts'
import type { SampleRequest } from '../contracts/models/device.ts'
import type { JsonSchema } from '../contracts/models/json-schema.ts'
import type { ServedModel } from '../contracts/models/served-model.ts'
import { rootKey } from '../math/random.ts'
import type { Renderer } from '../model/renderers/renderer.ts'
import { now } from '../runtime/waiting/clock.ts'

const question =
  'Is an even number divisible by two? Answer with one JSON object and nothing else: {"score": 1} or {"score": -1}'
const schema: JsonSchema = {
  type: 'object',
  properties: { score: { enum: [1, -1] } },
  required: ['score'],
  additionalProperties: false,
}
const maxTokens = 64
/** Enough that chance makes no four equal. */
const openQuestion = 'Write four random letters and four random digits, and nothing else.'
const several = 4

export async function* examineServer(served: ServedModel, renderer: Renderer): AsyncGenerator<ServiceFinding> {
  const fault = await faultOf(served.url, usualFetch)
  if (fault !== null) {
    yield notThere(served.url, fault)
    return
  }
  const sampler = createServedSampler(served)
  const finding = async (what: string, find: () => Promise<Omit<ServiceFinding, 'what'>>): Promise<ServiceFinding> => {
    try {
      return { what, ...(await find()) }
    } catch (thrown) {
      return { what, outcome: 'refused', detail: reasonOf(thrown) }
    }
  }
  try {
    const reachable = await finding('reachable', async () => {
      const began = now()
      await sampler.check()
      return { outcome: 'works', detail: `in ${Math.round(now() - began)} ms; has the model ${served.model}` }
    })
    yield reachable
    if (reachable.outcome !== 'works' || renderer.form !== 'chat') return
    const ask = async (
      asked: string,
      how: Pick<SampleRequest, 'count' | 'temperature' | 'schema'>,
    ): Promise<readonly string[]> => {
      const samples = await sampler.sample({
        ...{ sequenceId: 'doctor', tokens: renderer.question('You answer questions.', asked) },
        ...{ promptSuffix: new Int32Array(0), appendToContext: false, maxTokens, topP: 1, ...how },
        ...{ stop: renderer.stop, key: rootKey(1) },
      })
      return samples.map(({ tokens }) => renderer.text(tokens).trim())
    }
    yield await finding('answers', async () => {
      const began = now()
      const [text = ''] = await ask(question, { count: 1, temperature: 0, schema })
      const isKept = /^\{\s*"score"\s*:\s*-?1\s*\}$/.test(text)
      const took = `in ${Math.round(now() - began)} ms`
      if (isKept) return { outcome: 'works', detail: `${took}, in the form asked` }
      return served.schemas
        ? { outcome: 'wrong', detail: `${took}, not by the JSON Schema: ${JSON.stringify(text)}` }
        : { outcome: 'unknown', detail: `${took}: ${JSON.stringify(text)}` }
    })
    if (!served.parallelSampling) return
    yield await finding('parallel sampling', async () => {
      const texts = await ask(openQuestion, { count: several, temperature: 1 })
      return new Set(texts).size > 1
        ? { outcome: 'works', detail: `${several} different answers by one request` }
        : { outcome: 'wrong', detail: `${several} answers by one request are all ${JSON.stringify(texts[0])}` }
    })
  } finally {
    sampler.close()
  }
}
