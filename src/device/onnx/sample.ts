import { derive, randomFrom, type Random } from '../../math/random.ts'
import { choose } from '../choose.ts'
import type { Sample, SampleRequest } from '../device.ts'
import { checkPositions } from '../check.ts'
import { attend, type Outlook, type Turn } from './attend.ts'
import type { Context } from './contexts.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'

/** One sample being drawn. */
interface Branch {
  readonly random: Random
  readonly tokens: number[]
  readonly logprobs: number[]
  /** Where the cache holds its tokens' keys. */
  readonly entries: number[]
  finish: Sample['finish'] | null
}

/** One request being answered. */
interface Conversation {
  readonly request: SampleRequest
  readonly context: Context
  /** Trunk and cue together: what every branch sees. */
  readonly shared: number
  readonly branches: readonly Branch[]
  /** Entries of the cache in use. */
  entries: number
}

/** Most new tokens of one run, padding included. */
const tokenBudget = 2048

/** Answers requests in their order where they continue the same context, else together; or leaves all contexts as they were. */
export async function sample(engine: Engine, model: Model, requests: readonly SampleRequest[]): Promise<Sample[][]> {
  checkLengths(model, requests)
  const before = new Map(requests.map(({ cache }) => [cache, model.contexts.length(cache)]))
  try {
    return await sampleInWaves(engine, model, requests)
  } catch (error) {
    for (const [cache, length] of before) model.contexts.cut(cache, length)
    throw error
  }
}

async function sampleInWaves(engine: Engine, model: Model, requests: readonly SampleRequest[]): Promise<Sample[][]> {
  const results: Sample[][] = []
  for (const wave of waves(requests)) {
    const conversations = wave.map(index => begin(model, requests[index]!))
    await readAll(engine, model, conversations)
    let running = conversations.filter(isRunning)
    while (running.length > 0) {
      await stepAll(engine, model, running)
      running = running.filter(isRunning)
    }
    wave.forEach((index, place) => {
      results[index] = finish(model, conversations[place]!)
    })
  }
  return results
}

/** Refuses before anything is computed; a kept sample counts with its greatest length. */
function checkLengths({ config, contexts, name }: Model, requests: readonly SampleRequest[]): void {
  const lengths = new Map<string, number>()
  for (const { cache, tokens, cue, keep, maxTokens } of requests) {
    const trunk = (lengths.get(cache) ?? contexts.length(cache)) + tokens.length
    if (trunk + cue.length === 0) {
      throw new RangeError(
        `model ${name}: context ${cache} is empty, and so are the tokens and the cue: nothing to go on`,
      )
    }
    checkPositions(config, trunk + cue.length + maxTokens)
    lengths.set(cache, trunk + (keep ? maxTokens : 0))
  }
}

/** Indices of requests that can run together: no context twice in a wave. */
function waves(requests: readonly SampleRequest[]): readonly (readonly number[])[] {
  const found: number[][] = []
  const seen = new Map<string, number>()
  requests.forEach(({ cache }, index) => {
    const wave = seen.get(cache) ?? 0
    seen.set(cache, wave + 1)
    ;(found[wave] ??= []).push(index)
  })
  return found
}

function begin({ contexts }: Model, request: SampleRequest): Conversation {
  const context = contexts.open(request.cache)
  context.tokens.push(...request.tokens)
  /* With nothing new to read, the last token is read again for its logits. */
  if (request.cue.length === 0) context.cached = Math.min(context.cached, context.tokens.length - 1)
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
    entries: context.cached,
  }
}

const isRunning = ({ branches }: Conversation): boolean => branches.some(branch => branch.finish === null)

/** Reads trunks and cues, and draws every branch's first token. */
async function readAll(engine: Engine, model: Model, conversations: readonly Conversation[]): Promise<void> {
  const turns = conversations.map(({ context, request }): Turn => {
    const tokens = [...context.tokens.slice(context.cached), ...request.cue]
    return {
      context,
      tokens,
      positions: tokens.map((_, index) => context.cached + index),
      entries: context.cached,
      shared: context.cached,
      further: [],
      order: 'chain',
      wanted: [tokens.length - 1],
    }
  })
  await attendAll(engine, model, turns, (member, outlooks) => {
    const conversation = conversations[member]!
    conversation.entries = conversation.shared
    conversation.context.cached = conversation.context.tokens.length
    for (const branch of conversation.branches) draw(conversation.request, branch, outlooks[0]!)
  })
}

/** Draws one more token for every branch that has not finished. */
async function stepAll(engine: Engine, model: Model, conversations: readonly Conversation[]): Promise<void> {
  const open = conversations.map(({ branches }) => branches.filter(branch => branch.finish === null))
  const turns = conversations.map(({ context, shared, entries }, index): Turn => {
    const branches = open[index]!
    return {
      context,
      tokens: branches.map(({ tokens }) => tokens.at(-1)!),
      positions: branches.map(({ tokens }) => shared + tokens.length - 1),
      entries,
      shared,
      further: branches.map(branch => branch.entries),
      order: 'apart',
      wanted: branches.map((_, place) => place),
    }
  })
  await attendAll(engine, model, turns, (member, outlooks) => {
    const conversation = conversations[member]!
    open[member]!.forEach((branch, place) => {
      branch.entries.push(conversation.entries + place)
      draw(conversation.request, branch, outlooks[place]!)
    })
    conversation.entries += open[member]!.length
  })
}

/** Computes the turns in batches, and hands out what each saw by the turn's index. */
async function attendAll(
  engine: Engine,
  model: Model,
  turns: readonly Turn[],
  take: (index: number, outlooks: readonly Outlook[]) => void,
): Promise<void> {
  for (const members of batches(turns)) {
    const outlooks = await attend(
      engine,
      model,
      members.map(member => turns[member]!),
    )
    members.forEach((member, row) => take(member, outlooks[row]!))
  }
}

function draw(
  { temperature, topP, stop, maxTokens }: SampleRequest,
  branch: Branch,
  { logits, masses }: Outlook,
): void {
  const { token, logprob } = choose(logits, { temperature, topP, masses }, branch.random.uniform())
  branch.tokens.push(token)
  branch.logprobs.push(logprob)
  if (stop.includes(token)) branch.finish = 'stop'
  else if (branch.tokens.length >= maxTokens) branch.finish = 'length'
}

/** Leaves the context as the request wants it. */
function finish({ contexts, step: version }: Model, { request, context, branches }: Conversation): Sample[] {
  const [first] = branches
  if (request.keep && first !== undefined) {
    context.cached += first.entries.length
    context.tokens.push(...first.tokens)
  }
  contexts.trim(context)
  return branches.map(branch => ({
    tokens: Int32Array.from(branch.tokens),
    logprobs: Float32Array.from(branch.logprobs),
    finish: branch.finish ?? 'length',
    version,
  }))
}

/** Indices of turns to run together: of like length, so that one long turn does not pad all others. */
function batches(turns: readonly Turn[]): readonly (readonly number[])[] {
  const classes = new Map<number, number[]>()
  turns.forEach(({ tokens }, index) => {
    const size = 4 ** Math.ceil(Math.log(Math.max(16, tokens.length)) / Math.log(4))
    const members = classes.get(size)
    if (members === undefined) classes.set(size, [index])
    else members.push(index)
  })
  return [...classes].flatMap(([size, members]) => {
    const most = Math.max(1, Math.floor(tokenBudget / size))
    return Array.from({ length: Math.ceil(members.length / most) }, (_, part) =>
      members.slice(part * most, (part + 1) * most),
    )
  })
}
