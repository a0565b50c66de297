/** What was answered in a recording, whole or as a stream. */
import type { AnswerItem } from '../../src/gateway/history/item.ts'
import type { Delivery, TurnAnswer } from '../../src/gateway/history/turn.ts'
import type { Block, ChatCall, OutputItem, ReplyBody } from './reply-body.ts'
import { readBody, type Exchange } from './traffic.ts'

interface StreamEvent extends Omit<ReplyBody, 'content'> {
  readonly type?: string
  readonly response?: ReplyBody
  readonly message?: ReplyBody
  readonly item?: OutputItem
  readonly output_index?: number
  readonly index?: number
  readonly content_block?: Block
  readonly delta?: string | Block
}

export function recordedAnswer(exchange: Exchange): TurnAnswer {
  const { reply, note } = exchange
  const message = reply.status !== 200 ? {} : reply.sse === undefined ? (reply.body ?? {}) : joined(reply.sse)
  const { path } = exchange.request
  const items = sentBack(path, message)
  const parts = (message.output ?? []).map(item => [item.id, sentBack(path, { output: [item] })] as const)
  return { items, delivery: deliveryOf(reply.status, note), references: new Map([[message.id ?? '', items], ...parts]) }
}

function deliveryOf(status: number | undefined, note: string): Delivery {
  const [ofServer = ''] = note.split('; client throws')
  if (/closed|cut|without a finish|inside the stream/.test(ofServer)) return 'cut'
  return status === 200 ? 'whole' : 'failed'
}

/** An answer, as it is read when it is sent back. */
export function sentBack(path: string, { choices, output = [], content = [] }: ReplyBody): readonly AnswerItem[] {
  const messages = [{ content, ...choices?.[0]?.message, role: 'assistant' }]
  return readBody(path, { messages, input: output }).items as readonly AnswerItem[]
}

/** The answer that a stream puts together. */
export function joined(stream: readonly string[]): ReplyBody {
  const events = stream.flatMap((event): readonly StreamEvent[] => {
    const data = /^data: (\{.*\})$/m.exec(event)?.[1]
    return data === undefined ? [] : [JSON.parse(data)]
  })
  if (events.some(({ response }) => response !== undefined)) return joinedResponse(events)
  return events.some(({ choices }) => choices !== undefined) ? joinedChat(events) : joinedMessage(events)
}

function joinedResponse(events: readonly StreamEvent[]): ReplyBody {
  const output = new Map<number, OutputItem>()
  for (const { type, output_index: at = 0, item, delta } of events) {
    if (item !== undefined) output.set(at, item)
    const before = output.get(at)
    if (type === 'response.output_text.delta' && before !== undefined) {
      const text = `${before.content?.[0]?.text ?? ''}${typeof delta === 'string' ? delta : ''}`
      output.set(at, { ...before, content: [{ ...{ type: 'output_text' }, text }] })
    }
  }
  return { id: events[0]?.response?.id, output: [...output.values()] }
}

function joinedChat(events: readonly StreamEvent[]): ReplyBody {
  const deltas = events.flatMap(({ choices }) => choices?.[0]?.delta ?? [])
  const calls = new Map<number, ChatCall>()
  for (const { index = 0, id, function: part } of deltas.flatMap(({ tool_calls }) => tool_calls ?? [])) {
    const before = calls.get(index)
    const written = `${before?.function?.arguments ?? ''}${part?.arguments ?? ''}`
    const name = before?.function?.name ?? part?.name
    calls.set(index, { id: before?.id ?? id, function: { name, arguments: written } })
  }
  const content = deltas.map(delta => delta.content ?? '').join('')
  const refusal = deltas.map(delta => delta.refusal ?? '').join('')
  const id = events.find(event => event.id !== undefined)?.id
  return { id, choices: [{ message: { content, refusal, tool_calls: [...calls.values()] } }] }
}

function joinedMessage(events: readonly StreamEvent[]): ReplyBody {
  const content = new Map<number, Block>()
  for (const { index = 0, content_block: block, delta } of events) {
    if (block !== undefined) content.set(index, block)
    const more = typeof delta === 'object' ? delta.text : undefined
    const before = content.get(index)
    if (more !== undefined && before !== undefined) content.set(index, { ...before, text: `${before.text}${more}` })
  }
  return { id: events[0]?.message?.id, content: [...content.values()] }
}
