/** Conversations sampled together: one row of the workspace each, from the first token read to the last one drawn. */
import { attend, leastRows, type Pass } from './attend.ts'
import { ranges } from './batches.ts'
import type { Contexts } from './contexts.ts'
import { drawFirst, drawNext, isRunning, reading, step, type Conversation } from './conversation.ts'

export async function sampleBatch(pass: Pass, members: readonly Conversation[]): Promise<void> {
  const { workspace, config } = pass.model
  const rows = members.length + leastRows(pass.threads, config.num_key_value_heads)
  workspace.fit(rows, Math.max(...members.map(({ shared }) => shared)))
  const running = seat(pass, members)
  await readAll(pass, running)
  for (;;) {
    settle(pass, running)
    if (running.length === 0) return
    const outlooks = await attend(pass, 0, running.map(step))
    running.forEach((conversation, row) => drawNext(conversation, outlooks[row]!))
  }
}

/** Gives each its row: the one that holds its context, where there is such; of the others those first that are read first. */
function seat({ model: { contexts, workspace } }: Pass, members: readonly Conversation[]): Conversation[] {
  const holders = workspace.holders()
  const seats = new Map<number, Conversation>()
  const others = members.filter(conversation => {
    const row = holders.get(conversation.context)
    if (row === undefined || row >= members.length) return true
    seats.set(row, conversation)
    return false
  })
  const { now, later } = leaders(contexts, others)
  const next = [...now, ...later].values()
  return members.map((_, row) => seats.get(row) ?? next.next().value!)
}

/** Of conversations that lack the same page only the first is read now: the others take its pages over. */
function leaders(contexts: Contexts, conversations: readonly Conversation[]) {
  const pages = new Set<string>()
  const now: Conversation[] = []
  const later: Conversation[] = []
  for (const conversation of conversations) {
    contexts.adopt(conversation.context)
    const page = contexts.nextPage(conversation.context)
    if (page !== null && pages.has(page)) later.push(conversation)
    else now.push(conversation)
    if (page !== null) pages.add(page)
  }
  return { now, later }
}

/**
 * Reads what is new to each conversation, and draws the first tokens. Where several begin with the same pages, one
 * reads them and the others go on from there.
 */
async function readAll(pass: Pass, conversations: readonly Conversation[]): Promise<void> {
  const { contexts, workspace } = pass.model
  const rowOf = new Map(conversations.map((conversation, row) => [conversation, row]))
  let waiting = conversations
  while (waiting.length > 0) {
    const { now, later } = leaders(contexts, waiting)
    for (const conversation of now) contexts.load(conversation.context, workspace, rowOf.get(conversation)!)
    const turns = new Map(now.map(conversation => [rowOf.get(conversation)!, reading(conversation)]))
    for (const { from, turns: together } of ranges(turns)) {
      const outlooks = await attend(pass, from, together)
      outlooks.forEach((outlook, index) => {
        const conversation = conversations[from + index]!
        contexts.save(conversation.context, workspace, from + index, conversation.context.tokens.length)
        drawFirst(conversation, outlook)
      })
    }
    waiting = later
  }
}

/** Takes out the conversations that have ended, keeping those that want it, and closes the gaps between the rows. */
function settle({ model: { contexts, workspace } }: Pass, running: Conversation[]): void {
  for (let row = running.length - 1; row >= 0; row -= 1) {
    const { request, context, branches } = running[row]!
    if (isRunning(running[row]!)) continue
    const [first] = branches
    if (request.keep && first !== undefined) {
      const entries = context.tokens.length + first.entries.length
      context.tokens.push(...first.tokens)
      contexts.save(context, workspace, row, entries)
    }
    const last = running.pop()!
    if (row === running.length) continue
    workspace.swapRows(row, running.length)
    running[row] = last
  }
}
