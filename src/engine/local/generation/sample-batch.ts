/** Samples a batch of requests together: prefill, then decoding until every candidate is finished. */
import { passes } from './batches.ts'
import type { Contexts } from '../cache/contexts.ts'
import {
  sampleNext,
  keepSample,
  releaseGroups,
  prefillChunk,
  decodeSteps,
  type GenerationRequest,
} from './generation-request.ts'
import { decodeStep, type NextTokenDistribution, type DecodePass } from './decode-step.ts'
import type { Chunk } from '../cache/prefill-chunks.ts'
import { nth } from '../../../math/nth.ts'

export async function sampleBatch(pass: DecodePass, members: readonly GenerationRequest[]): Promise<void> {
  const { contexts } = pass.model
  try {
    await prefill(pass, members)
    for (;;) {
      const next = members.flatMap(generation => decodeSteps(contexts, generation))
      if (next.length === 0) break
      await runChunks(pass, next, ({ request, candidates }, distribution) => {
        for (const candidate of candidates) sampleNext(request, candidate, distribution)
      })
    }
    for (const generation of members) keepSample(contexts, generation)
  } finally {
    for (const generation of members) releaseGroups(contexts, generation)
  }
}

/**
 * Prefill, and the first tokens. Where several contexts begin with the same pages, one computes them and the others reuse
 * them.
 */
async function prefill(pass: DecodePass, members: readonly GenerationRequest[]): Promise<void> {
  const { contexts } = pass.model
  let waiting = members
  while (waiting.length > 0) {
    const { now, later } = withoutRepeats(contexts, waiting)
    const chunks = now.map(generation => ({ generation, chunk: prefillChunk(contexts, generation) }))
    await runChunks(pass, chunks, ({ generation: { request, context, candidates } }, distribution) => {
      contexts.keep(context, context.tokens.length)
      for (const candidate of candidates) sampleNext(request, candidate, distribution)
    })
    waiting = later
  }
}

/** Runs the chunks of all items, pass by pass; the distributions of a pass are used before the next one. */
async function runChunks<T extends { readonly chunk: Chunk }>(
  pass: DecodePass,
  items: readonly T[],
  use: (item: T, distribution: NextTokenDistribution) => void,
): Promise<void> {
  for (const part of passes(items)) {
    const distributions = await decodeStep(
      pass,
      part.map(({ chunk }) => chunk),
    )
    part.forEach((item, index) => use(item, nth(distributions, index)))
  }
}

/** Of contexts that lack the same page only the first is run now: the others reuse its pages. */
function withoutRepeats(contexts: Contexts, generations: readonly GenerationRequest[]) {
  const pages = new Set<string>()
  const now: GenerationRequest[] = []
  const later: GenerationRequest[] = []
  for (const generation of generations) {
    contexts.adopt(generation.context)
    const page = contexts.nextPage(generation.context)
    if (page !== null && pages.has(page)) later.push(generation)
    else now.push(generation)
    if (page !== null) pages.add(page)
  }
  return { now, later }
}
