/** One request being answered: the tokens sampled so far, and the chunks to run next. */
import { derive, randomFrom } from '../../../math/random.ts'
import { choose, chooseByProbability } from '../../semantics/choose.ts'
import type { Sample, SampleRequest } from '../../../contracts/models/device.ts'
import type { CachedContext, Contexts } from '../cache/contexts.ts'
import type { NextTokenDistribution } from './decode-step.ts'
import { pageLength } from '../cache/pages.ts'
import type { Chunk } from '../cache/prefill-chunks.ts'
import { divided, type Branch, type Candidate } from './branches.ts'
import { nth } from '../../../math/nth.ts'

export interface GenerationRequest {
  readonly request: SampleRequest
  readonly context: CachedContext
  /** Tokens of the context and of the prompt suffix together, which every candidate sees. */
  readonly sharedPrefix: number
  readonly candidates: readonly Candidate[]
  /** The candidates that have not finished, by their tokens so far. */
  branches: readonly Branch[]
}

/** Begins to answer: the request's tokens join the context. */
export function beginGeneration(contexts: Contexts, request: SampleRequest): GenerationRequest {
  const context = contexts.open(request.sequenceId)
  for (const token of request.tokens) context.tokens.push(token)
  const candidates = Array.from({ length: request.count }, (_, index): Candidate => ({
    random: randomFrom(derive(request.key, index)),
    tokens: [],
    logprobs: [],
    finish: null,
  }))
  return {
    request,
    context,
    sharedPrefix: context.tokens.length + request.promptSuffix.length,
    candidates,
    branches: [{ candidates, groups: [] }],
  }
}

/** Entries that its groups need in the end. */
export const entriesNeeded = ({ sharedPrefix: shared, request }: GenerationRequest): number =>
  shared + request.count * (request.maxTokens + pageLength)

/** The tokens of the context that are not in the cache, and the prompt suffix. With nothing new, the last token is read again. */
export function prefillChunk(contexts: Contexts, { context, sharedPrefix: shared, request }: GenerationRequest): Chunk {
  const start = Math.min(context.cached, shared - 1)
  contexts.reach(context.groups, shared)
  return {
    tokens: [...context.tokens.slice(start), ...request.promptSuffix],
    prefixGroups: [],
    prefixLength: 0,
    ownGroups: context.groups,
    start,
  }
}

/** One decoding step of a branch: its last token, from which the next one of each candidate is sampled. */
interface DecodeStep {
  readonly request: SampleRequest
  readonly candidates: readonly Candidate[]
  readonly chunk: Chunk
}

/** One more token for every candidate that has not finished. Branches are divided first where their last tokens differ. */
export function decodeSteps(contexts: Contexts, generation: GenerationRequest): readonly DecodeStep[] {
  const { sharedPrefix: shared, context, request } = generation
  if (request.count > 1) divide(contexts, generation)
  const alone = request.count === 1
  const prefixGroups = alone
    ? { prefixGroups: [], prefixLength: 0 }
    : { prefixGroups: context.groups, prefixLength: shared }
  return generation.branches.flatMap(({ candidates, groups }) => {
    const { tokens, finish } = nth(candidates, 0)
    if (finish !== null) return []
    const ownGroups = alone ? context.groups : groups
    const start = tokens.length - 1 + (alone ? shared : 0)
    contexts.reach(ownGroups, start + 1)
    return { request, candidates, chunk: { tokens: tokens.slice(-1), ...prefixGroups, ownGroups, start } }
  })
}

/** Divides the branches by the last tokens of their candidates. Without room for all, existing ones keep their caches. */
function divide(contexts: Contexts, generation: GenerationRequest): void {
  const divisions = generation.branches.map(divided)
  generation.branches.forEach(({ groups }, index) => {
    if (nth(divisions, index).length === 0) contexts.drop(groups, 0)
  })
  generation.branches = divisions.flatMap(parts => parts.map(({ branch }) => branch))
  for (const { branch, from } of divisions.flat())
    if (from !== null) contexts.fork(from, nth(branch.candidates, 0).tokens.length - 1, branch.groups)
}

/** Samples the next token of a candidate. */
export function sampleNext(
  { temperature, topP, stop, maxTokens }: SampleRequest,
  candidate: Candidate,
  { logits, probs }: NextTokenDistribution,
): void {
  const uniform = candidate.random.uniform()
  const { token, logprob } =
    temperature === 1 || logits === null
      ? chooseByProbability(probs, topP, uniform)
      : choose(logits, { temperature, topP }, uniform, probs)
  candidate.tokens.push(token)
  candidate.logprobs.push(logprob)
  if (stop.includes(token)) candidate.finish = 'stop'
  else if (candidate.tokens.length >= maxTokens) candidate.finish = 'length'
}

/** Appends a finished sample to the context, where the request asks for it. */
export function keepSample(contexts: Contexts, { request, context, candidates: [first] }: GenerationRequest): void {
  if (!request.appendToContext || first === undefined) return
  /* The last token has not been through the model yet. */
  const entries = context.tokens.length + first.tokens.length - 1
  for (const token of first.tokens) context.tokens.push(token)
  contexts.keep(context, entries)
}

/** Releases all groups but those that the context keeps. */
export function releaseGroups(contexts: Contexts, { context, branches }: GenerationRequest): void {
  for (const { groups } of branches) contexts.drop(groups, 0)
  contexts.trim(context)
}

/** @param version of the weights that the samples are from. */
export function finishedSamples({ candidates }: GenerationRequest, version: number): Sample[] {
  return candidates.map(candidate => ({
    tokens: Int32Array.from(candidate.tokens),
    logprobs: Float32Array.from(candidate.logprobs),
    finish: candidate.finish ?? 'length',
    version,
  }))
}
