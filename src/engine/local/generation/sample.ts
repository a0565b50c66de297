import { checkLengths } from '../../semantics/check.ts'
import { LogitsError } from '../../semantics/choose.ts'
import type { Sample, SampleRequest } from '../../../contracts/models/device.ts'
import { NonFiniteError } from '../../semantics/non-finite-error.ts'
import { batches } from './batches.ts'
import { beginGeneration, finishedSamples } from './generation-request.ts'
import type { Engine } from '../sessions/engine.ts'
import type { DecodePass } from './decode-step.ts'
import type { Model } from '../model/model.ts'
import { sampleBatch } from './sample-batch.ts'
import { samplerOf } from './sampler.ts'
import { nth } from '../../../math/nth.ts'

/** Answers requests in their order where they continue the same context, else together; or leaves all contexts as they were. */
export async function sample(engine: Engine, model: Model, requests: readonly SampleRequest[]): Promise<Sample[][]> {
  checkLengths(model.config, requests, model.contexts.length)
  const undo = undoing(model, requests)
  try {
    return await sampleInWaves(engine, model, requests)
  } catch (error) {
    undo()
    throw error instanceof LogitsError ? new NonFiniteError(model.name, ['the logits']) : error
  }
}

/** @returns leaves the contexts of the requests as they are now. */
export function undoing({ contexts }: Model, requests: readonly SampleRequest[]): () => void {
  const before = new Map(requests.map(({ sequenceId }) => [sequenceId, contexts.length(sequenceId)]))
  return () => {
    for (const [sequenceId, length] of before) contexts.cut(sequenceId, length)
  }
}

async function sampleInWaves(engine: Engine, model: Model, requests: readonly SampleRequest[]): Promise<Sample[][]> {
  const results: Sample[][] = []
  const pass: DecodePass = {
    model,
    sampler: await samplerOf(engine, model),
    logits: requests.some(({ temperature }) => temperature !== 1),
  }
  for (const wave of waves(requests)) {
    const generations = wave.map(index => beginGeneration(model.contexts, nth(requests, index)))
    for (const batch of batches(model.config, generations)) await sampleBatch(pass, batch)
    wave.forEach((index, place) => {
      results[index] = finishedSamples(nth(generations, place), model.version)
    })
  }
  return results
}

/** Indices of requests that can run together: no context twice in a wave. */
function waves(requests: readonly SampleRequest[]): readonly (readonly number[])[] {
  const found: number[][] = []
  const waveOf = new Map<string, number>()
  requests.forEach(({ sequenceId }, index) => {
    const wave = waveOf.get(sequenceId) ?? 0
    waveOf.set(sequenceId, wave + 1)
    ;(found[wave] ??= []).push(index)
  })
  return found
}
