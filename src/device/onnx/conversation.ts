/** One request being answered: what has been drawn so far, and what is to be read or drawn next. */
import { derive, randomFrom, type Random } from '../../math/random.ts'
import { choose, chooseByShare } from '../choose.ts'
import type { Sample, SampleRequest } from '../device.ts'
import type { Outlook } from './attend.ts'
import type { Context, Contexts } from './contexts.ts'
import type { Turn } from './turns.ts'

/** One sample being drawn. */
interface Branch {
  readonly random: Random
  readonly tokens: number[]
  readonly logprobs: number[]
  /** Where the row holds its tokens' keys. */
  readonly entries: number[]
  finish: Sample['finish'] | null
}

export interface Conversation {
  readonly request: SampleRequest
  readonly context: Context
  /** Trunk and cue together: what every branch sees. */
  readonly shared: number
  readonly branches: readonly Branch[]
  /** Entries of the row in use. */
  entries: number
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
      entries: [],
      finish: null,
    })),
    entries: 0,
  }
}

/** Entries that its row needs in the end. */
export const entriesInAll = ({ shared, request }: Conversation): number => shared + request.count * request.maxTokens

export const isRunning = ({ branches }: Conversation): boolean => branches.some(branch => branch.finish === null)

const open = ({ branches }: Conversation): readonly Branch[] => branches.filter(branch => branch.finish === null)

/** Reads what the context has not computed, and the cue. With nothing new, the last token is read again. */
export function reading({ context, shared, request }: Conversation): Turn {
  const start = Math.min(context.cached, shared - 1)
  const tokens = [...context.tokens.slice(start), ...request.cue]
  return {
    tokens,
    positions: tokens.map((_, index) => start + index),
    entries: start,
    shared: start,
    further: [],
    order: 'chain',
    wanted: [tokens.length - 1],
  }
}

/** All branches are drawn a first token. */
export function drawFirst(conversation: Conversation, [outlook]: readonly Outlook[]): void {
  conversation.entries = conversation.shared
  for (const branch of conversation.branches) draw(conversation.request, branch, outlook!)
}

/** One more token for every branch that has not finished. */
export function step(conversation: Conversation): Turn {
  const branches = open(conversation)
  const { shared, entries, request } = conversation
  /* A sample alone sees all that its row holds. */
  const alone = request.count === 1
  return {
    tokens: branches.map(({ tokens }) => tokens.at(-1)!),
    positions: branches.map(({ tokens }) => shared + tokens.length - 1),
    entries,
    shared: alone ? entries : shared,
    further: alone ? [] : branches.map(branch => branch.entries),
    order: 'apart',
    wanted: branches.map((_, place) => place),
  }
}

/** The branches of that step are drawn their next token. */
export function drawNext(conversation: Conversation, outlooks: readonly Outlook[]): void {
  open(conversation).forEach((branch, place) => {
    branch.entries.push(conversation.entries + place)
    draw(conversation.request, branch, outlooks[place]!)
  })
  conversation.entries += outlooks.length
}

function draw(
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

/** @param version of the weights that drew the samples. */
export function samplesOf({ branches }: Conversation, version: number): Sample[] {
  return branches.map(branch => ({
    tokens: Int32Array.from(branch.tokens),
    logprobs: Float32Array.from(branch.logprobs),
    finish: branch.finish ?? 'length',
    version,
  }))
}
