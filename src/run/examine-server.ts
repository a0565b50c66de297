/** Whether a server can sample for a role of a run: one finding after another, until one is that it cannot. */
import { notThere, type ServiceFinding } from '../engine/doctor/examine-service.ts'
import { faultOf } from '../engine/http/exchange.ts'
import { usualFetch } from '../engine/http/fetch.ts'
import { createServedSampler } from '../engine/openai/served-sampler.ts'
import { reasonOf } from '../contracts/failure.ts'
import type { JsonSchema } from '../contracts/models/json-schema.ts'
import type { ServedModel } from '../contracts/models/served-model.ts'
import { rootKey } from '../math/random.ts'
import { lastOf } from '../math/last-of.ts'
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
    yield await finding('answers', async () => {
      const began = now()
      const samples = await sampler.sample({
        ...{ sequenceId: 'doctor', tokens: renderer.question('You answer questions.', question) },
        ...{ promptSuffix: new Int32Array(0), count: 1, appendToContext: false, maxTokens, temperature: 0, topP: 1 },
        ...{ stop: renderer.stop, schema, key: rootKey(1) },
      })
      const text = renderer.text(lastOf(samples).tokens).trim()
      const isKept = /^\{\s*"score"\s*:\s*-?1\s*\}$/.test(text)
      const took = `in ${Math.round(now() - began)} ms`
      if (isKept) return { outcome: 'works', detail: `${took}, in the form asked` }
      return served.schemas
        ? { outcome: 'wrong', detail: `${took}, not by the JSON Schema: ${JSON.stringify(text)}` }
        : { outcome: 'unknown', detail: `${took}: ${JSON.stringify(text)}` }
    })
  } finally {
    sampler.close()
  }
}
