/** What real agent programs send and get: the table of agents.md §8, made from the product. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { createTurnIndex, type TurnIndex } from '../../../src/gateway/history/turn-index.ts'
import type { PlacedRequest, TurnPlace } from '../../../src/gateway/history/turn.ts'
import { UnsupportedThread } from '../../../src/gateway/requests/unsupported-thread.ts'
import { sameData } from '../../../src/contracts/same-data.ts'
import { groupBy } from '../../../src/math/group-by.ts'
import { nth } from '../../../src/math/nth.ts'
import { recordedAnswer } from '../recorded-answer.ts'
import { isRecorded, readRequest, recordedConversations, withoutTraffic, type Exchange } from '../traffic.ts'

/** smolagents rewrites what it sends back; answers with something left out are none of ours; clients are told to do without threads. */
const conversations = (isRecorded ? recordedConversations() : [])
  .filter(([first]) => first?.framework.startsWith('smolagents') === false && first.case !== 'omit')
  .map(exchanges =>
    nth(exchanges, 0).case === 'nothread.refused' ? exchanges.filter(each => !isThread(each)) : exchanges,
  )
  .filter(exchanges => !exchanges.some(isThread))

const recorded = isRecorded ? test : test.skip
if (!isRecorded) console.warn(withoutTraffic)

const isAgain = ({ note }: Exchange): boolean => note.includes('same body again')

/** A request that goes on from the one before it. */
interface Continuation {
  /** Name of the framework, without version and way. */
  readonly framework: string
  /** Whether it sends back all that was said, with the arguments of calls byte for byte. */
  readonly isLiteral: boolean
  readonly isRecognised: boolean
}

const continuations = conversations.flatMap(conversation => {
  const index = createTurnIndex()
  let last = ''
  return conversation.flatMap((exchange, at): readonly Continuation[] => {
    const [before, previous] = [last, conversation[at - 1]]
    const [{ parent }, turn] = take(index, exchange, `turn ${at}`)
    last = turn
    if (previous === undefined || isAgain(exchange) || isOpening(exchange)) return []
    const said = [...readRequest(previous).items, ...recordedAnswer(previous).items]
    const isLiteral = sameData(readRequest(exchange).items.slice(0, said.length), said)
    const framework = exchange.framework.split('@')[0] ?? ''
    return [{ framework, isLiteral, isRecognised: parent === before }]
  })
})

recorded('of recorded continuations at least 99 % are recognised', t => {
  const count = (all: readonly Continuation[], key: 'isLiteral' | 'isRecognised'): number =>
    all.filter(each => each[key]).length
  for (const [framework, all] of [...groupBy(continuations, each => each.framework), ['all', continuations] as const])
    t.log(
      `${framework}: ${all.length} continuations, ${count(all, 'isLiteral')} literal, ${count(all, 'isRecognised')} recognised`,
    )
  t.true(continuations.length > 1900, `${continuations.length} continuations`)
  t.true(count(continuations, 'isRecognised') >= 0.99 * continuations.length)
})

recorded('a request that is sent again after an error or a cut is the same turn', t => {
  for (const conversation of conversations) {
    const index = createTurnIndex()
    let last = ''
    for (const [at, exchange] of conversation.entries()) {
      const [{ repeats }, turn] = take(index, exchange, `turn ${at}`)
      /* An empty answer that came whole is no answer that was lost: it is drawn anew. */
      if (isAgain(exchange) && exchange.case !== 'empty') t.is(repeats, last, `${exchange.framework} ${exchange.case}`)
      last = turn
    }
  }
})

recorded('of three equal conversations at once without a name, none goes on from a turn of another', t => {
  const trios = new Map<string, (readonly Exchange[])[]>()
  for (const conversation of conversations.filter(([first]) => first?.case === 'parallel')) {
    const { framework, version } = nth(conversation, 0)
    trios.set(framework + version, [...(trios.get(framework + version) ?? []), conversation])
  }
  let own = 0
  for (const [name, trio] of trios) {
    const index = createTurnIndex()
    const last = trio.map(() => '')
    for (const at of nth(trio, 0).keys())
      for (const [which, conversation] of trio.entries()) {
        const [{ parent }, turn] = take(index, nth(conversation, at), `turn ${at} of ${which}`)
        t.is(parent, last[which] === '' ? null : nth(last, which), name)
        own += parent === null ? 0 : 1
        last[which] = turn
      }
  }
  t.log(`${own} continuations of ${trios.size} agents, each with two others like it at once`)
  t.true(own > 200, `${own} continuations`)
})

/** Places a request as if it named no session, and answers it as was recorded. @returns its place, and the id of its turn. */
function take(index: TurnIndex, exchange: Exchange, id: string): readonly [TurnPlace, string] {
  const request = placedRequest(exchange)
  const place = index.place(request)
  const turn = place.repeats ?? id
  if (place.repeats === null) index.open(id, place.session ?? id, place, request)
  else index.mark(turn, 'waiting')
  index.settle(turn, recordedAnswer(exchange))
  return [place, turn]
}

function placedRequest(exchange: Exchange): PlacedRequest {
  const { system, tools, items, previous } = readRequest(exchange)
  const { body, headers } = exchange.request
  const isRetry = Number(headers['x-stainless-retry-count'] ?? 0) > 0
  return { items, previous, prompt: digest([system, tools]), body: digest(body), session: null, isRetry }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** It has no history, nor refers to one. */
function isOpening(exchange: Exchange): boolean {
  const { items, previous } = readRequest(exchange)
  return previous === null && items.length === 1
}

function isThread(exchange: Exchange): boolean {
  try {
    readRequest(exchange)
    return false
  } catch (thrown) {
    if (thrown instanceof UnsupportedThread) return true
    throw thrown
  }
}
