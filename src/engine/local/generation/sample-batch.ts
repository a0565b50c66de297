/** Conversations sampled together, from the first token read to the last one drawn. */
import { passes } from '../replicas/batches.ts'
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
import type { Chunk } from './prefill-chunks.ts'
import { nth } from '../../../math/nth.ts'

export async function sampleBatch(pass: DecodePass, members: readonly GenerationRequest[]): Promise<void> {
  const { contexts } = pass.model
  try {
    await readAll(pass, members)
    for (;;) {
      const next = members.flatMap(conversation => decodeSteps(contexts, conversation))
      if (next.length === 0) break
      await lookAt(pass, next, ({ request, candidate }, distribution) => sampleNext(request, candidate, distribution))
    }
    for (const conversation of members) keepSample(contexts, conversation)
  } finally {
    for (const conversation of members) releaseGroups(contexts, conversation)
  }
}

/**
 * Reads what is new to each conversation, and draws the first tokens. Where several begin with the same pages, one
 * reads them and the others go on from there.
 */
async function readAll(pass: DecodePass, members: readonly GenerationRequest[]): Promise<void> {
  const { contexts } = pass.model
  let waiting = members
  while (waiting.length > 0) {
    const { now, later } = leaders(contexts, waiting)
    const readings = now.map(conversation => ({ conversation, chunk: prefillChunk(contexts, conversation) }))
    await lookAt(pass, readings, ({ conversation: { request, context, candidates } }, distribution) => {
      contexts.keep(context, context.tokens.length)
      for (const candidate of candidates) sampleNext(request, candidate, distribution)
    })
    waiting = later
  }
}

/** Looks at the turns of all items, pass by pass; what a pass says is used before the next one. */
async function lookAt<T extends { readonly chunk: Chunk }>(
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

/** Of conversations that lack the same page only the first is read now: the others take its pages over. */
function leaders(contexts: Contexts, conversations: readonly GenerationRequest[]) {
  const pages = new Set<string>()
  const now: GenerationRequest[] = []
  const later: GenerationRequest[] = []
  for (const conversation of conversations) {
    contexts.adopt(conversation.context)
    const page = contexts.nextPage(conversation.context)
    if (page !== null && pages.has(page)) later.push(conversation)
    else now.push(conversation)
    if (page !== null) pages.add(page)
  }
  return { now, later }
}
