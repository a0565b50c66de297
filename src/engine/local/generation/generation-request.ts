/** One request being answered: what has been drawn so far, and what is to be read or drawn next. */
import { derive, randomFrom, type Random } from '../../../math/random.ts'
import { choose, chooseByShare } from '../../choose.ts'
import type { Sample, SampleRequest } from '../../../contracts/device.ts'
import type { Context, Contexts } from '../cache/contexts.ts'
import type { Outlook } from './decode-step.ts'
import { pageLength } from '../cache/pages.ts'
import type { Turn } from './prefill-chunks.ts'

/** One sample being drawn. */
export interface Branch {
  readonly random: Random
  readonly tokens: number[]
  readonly logprobs: number[]
  /** Where its tokens' keys are, if it is not the only one: its conversation's groups are then what all branches see. */
  readonly groups: number[]
  finish: Sample['finish'] | null
}

export interface Conversation {
  readonly request: SampleRequest
  readonly context: Context
  /** Trunk and cue together: what every branch sees. */
  readonly shared: number
  readonly branches: readonly Branch[]
}

/** Begins to answer: the request's tokens join the context. */
export function begin(contexts: Contexts, request: SampleRequest): Conversation {
  const context = contexts.open(request.cache)
  context.tokens.push(...request.tokens)
  return {
    request,
    context,
    shared: context.tokens.length + request.cue.length,
    branches: Array.from({ length: request.count }, (_, index) => ({
      random: randomFrom(derive(request.key, index)),
      tokens: [],
      logprobs: [],
      groups: [],
      finish: null,
    })),
  }
}

/** Entries that its groups need in the end. */
export const entriesInAll = ({ shared, request }: Conversation): number =>
  shared + request.count * (request.maxTokens + pageLength)

const isOpen = ({ finish }: Branch): boolean => finish === null

/** Reads what the context has not computed, and the cue. With nothing new, the last token is read again. */
export function reading(contexts: Contexts, { context, shared, request }: Conversation): Turn {
  const start = Math.min(context.cached, shared - 1)
  contexts.reach(context.groups, shared)
  return {
    tokens: [...context.tokens.slice(start), ...request.cue],
    trunk: [],
    seen: 0,
    own: context.groups,
    start,
  }
}

/** The next token of one branch is drawn when it has been looked at the last. */
export interface Step {
  readonly request: SampleRequest
  readonly branch: Branch
  readonly turn: Turn
}

/** One more token for every branch that has not finished. */
export function steps(contexts: Contexts, { shared, branches, context, request }: Conversation): readonly Step[] {
  const alone = branches.length === 1
  const trunk = alone ? { trunk: [], seen: 0 } : { trunk: context.groups, seen: shared }
  return branches.filter(isOpen).map(branch => {
    const own = alone ? context.groups : branch.groups
    const start = branch.tokens.length - 1 + (alone ? shared : 0)
    contexts.reach(own, start + 1)
    return { request, branch, turn: { tokens: branch.tokens.slice(-1), ...trunk, own, start } }
  })
}

/** A branch is drawn its next token. */
export function draw(
  { temperature, topP, stop, maxTokens }: SampleRequest,
  branch: Branch,
  { logits, shares }: Outlook,
): void {
  const uniform = branch.random.uniform()
  const { token, logprob } =
    temperature === 1 || logits === null
      ? chooseByShare(shares, topP, uniform)
      : choose(logits, { temperature, topP }, uniform, shares)
  branch.tokens.push(token)
  branch.logprobs.push(logprob)
  if (stop.includes(token)) branch.finish = 'stop'
  else if (branch.tokens.length >= maxTokens) branch.finish = 'length'
}

/** What has been answered in full is kept, where the request wants it. */
export function join(contexts: Contexts, { request, context, branches: [first] }: Conversation): void {
  if (!request.keep || first === undefined) return
  /* Nothing has looked at the last token yet. */
  const entries = context.tokens.length + first.tokens.length - 1
  context.tokens.push(...first.tokens)
  contexts.keep(context, entries)
}

/** Gives back all groups but those that the context keeps. */
export function leave(contexts: Contexts, { context, branches }: Conversation): void {
  for (const { groups } of branches) contexts.drop(groups, 0)
  contexts.trim(context)
}

/** @param version of the weights that drew the samples. */
export function samplesOf({ branches }: Conversation, version: number): Sample[] {
  return branches.map(branch => ({
    tokens: Int32Array.from(branch.tokens),
    logprobs: Float32Array.from(branch.logprobs),
    finish: branch.finish ?? 'length',
    version,
  }))
}
