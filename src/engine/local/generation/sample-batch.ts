/** Conversations sampled together, from the first token read to the last one drawn. */
import { passes } from '../replicas/batches.ts'
import type { Contexts } from '../cache/contexts.ts'
import { draw, join, leave, reading, steps, type Conversation } from './generation-request.ts'
import { look, type Outlook, type Pass } from './decode-step.ts'
import type { Turn } from './prefill-chunks.ts'

export async function sampleBatch(pass: Pass, members: readonly Conversation[]): Promise<void> {
  const { contexts } = pass.model
  try {
    await readAll(pass, members)
    for (;;) {
      const next = members.flatMap(conversation => steps(contexts, conversation))
      if (next.length === 0) break
      await lookAt(pass, next, ({ request, branch }, outlook) => draw(request, branch, outlook))
    }
    for (const conversation of members) join(contexts, conversation)
  } finally {
    for (const conversation of members) leave(contexts, conversation)
  }
}

/**
 * Reads what is new to each conversation, and draws the first tokens. Where several begin with the same pages, one
 * reads them and the others go on from there.
 */
async function readAll(pass: Pass, members: readonly Conversation[]): Promise<void> {
  const { contexts } = pass.model
  let waiting = members
  while (waiting.length > 0) {
    const { now, later } = leaders(contexts, waiting)
    const readings = now.map(conversation => ({ conversation, turn: reading(contexts, conversation) }))
    await lookAt(pass, readings, ({ conversation: { request, context, branches } }, outlook) => {
      contexts.keep(context, context.tokens.length)
      for (const branch of branches) draw(request, branch, outlook)
    })
    waiting = later
  }
}

/** Looks at the turns of all items, pass by pass; what a pass says is used before the next one. */
async function lookAt<T extends { readonly turn: Turn }>(
  pass: Pass,
  items: readonly T[],
  use: (item: T, outlook: Outlook) => void,
): Promise<void> {
  for (const part of passes(items)) {
    const outlooks = await look(
      pass,
      part.map(({ turn }) => turn),
    )
    part.forEach((item, index) => use(item, outlooks[index]!))
  }
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
