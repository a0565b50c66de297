/** One request being answered: the tokens sampled so far, and the chunk to run next. */
import { derive, randomFrom, type Random } from '../../../math/random.ts'
import { choose, chooseByProbability } from '../../semantics/choose.ts'
import type { Sample, SampleRequest } from '../../../contracts/device.ts'
import type { CachedContext, Contexts } from '../cache/contexts.ts'
import type { NextTokenDistribution } from './decode-step.ts'
import { pageLength } from '../cache/pages.ts'
import type { Chunk } from '../cache/prefill-chunks.ts'

/** One of the completions being sampled. */
export interface Candidate {
  readonly random: Random
  readonly tokens: number[]
  readonly logprobs: number[]
  /** Page groups with the keys of its tokens, if there are several candidates; the prefix that they share is in the groups of the context. */
  readonly groups: number[]
  finish: Sample['finish'] | null
}

export interface GenerationRequest {
  readonly request: SampleRequest
  readonly context: CachedContext
  /** Tokens of the context and of the prompt suffix together, which every candidate sees. */
  readonly sharedPrefix: number
  readonly candidates: readonly Candidate[]
}

/** Begins to answer: the request's tokens join the context. */
export function beginGeneration(contexts: Contexts, request: SampleRequest): GenerationRequest {
  const context = contexts.open(request.sequenceId)
  context.tokens.push(...request.tokens)
  return {
    request,
    context,
    sharedPrefix: context.tokens.length + request.promptSuffix.length,
    candidates: Array.from({ length: request.count }, (_, index) => ({
      random: randomFrom(derive(request.key, index)),
      tokens: [],
      logprobs: [],
      groups: [],
      finish: null,
    })),
  }
}

/** Entries that its groups need in the end. */
export const entriesNeeded = ({ sharedPrefix: shared, request }: GenerationRequest): number =>
  shared + request.count * (request.maxTokens + pageLength)

const isOpen = ({ finish }: Candidate): boolean => finish === null

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

/** One decoding step of a candidate: its last token, from which the next one is sampled. */
export interface DecodeStep {
  readonly request: SampleRequest
  readonly candidate: Candidate
  readonly chunk: Chunk
}

/** One more token for every candidate that has not finished. */
export function decodeSteps(
  contexts: Contexts,
  { sharedPrefix: shared, candidates, context, request }: GenerationRequest,
): readonly DecodeStep[] {
  const alone = candidates.length === 1
  const prefixGroups = alone
    ? { prefixGroups: [], prefixLength: 0 }
    : { prefixGroups: context.groups, prefixLength: shared }
  return candidates.filter(isOpen).map(candidate => {
    const ownGroups = alone ? context.groups : candidate.groups
    const start = candidate.tokens.length - 1 + (alone ? shared : 0)
    contexts.reach(ownGroups, start + 1)
    return { request, candidate, chunk: { tokens: candidate.tokens.slice(-1), ...prefixGroups, ownGroups, start } }
  })
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
  context.tokens.push(...first.tokens)
  contexts.keep(context, entries)
}

/** Releases all groups but those that the context keeps. */
export function releaseGroups(contexts: Contexts, { context, candidates }: GenerationRequest): void {
  for (const { groups } of candidates) contexts.drop(groups, 0)
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
