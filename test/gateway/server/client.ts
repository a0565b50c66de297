/** A client of a gateway in any dialect, which keeps a conversation as agent programs do. */
import { answerText, type AnswerItem } from '../../../src/gateway/history/item.ts'
import { joined, sentBack } from '../recorded-answer.ts'
import { isRecorded, recordedConversations } from '../traffic.ts'
import { eventsIn, type scriptedGateway } from './scripted.ts'

type Body = Readonly<Record<string, unknown>>

/** The first request of a conversation. */
export interface Opening {
  readonly path: string
  readonly body: Body
}

const parameters = { type: 'object', properties: { place: { type: 'string' } } }
const tool = { name: 'go_to', description: 'Goes there.', parameters }

/** How each dialect writes tools, and what is added to a conversation. */
const dialects = {
  '/v1/chat/completions': {
    tools: [{ type: 'function', function: tool }],
    list: 'messages',
    said: (items: readonly AnswerItem[]) => {
      const calls = callsIn(items).map(call => ({ type: 'function', id: call.id, function: call }))
      const content = answerText(items)
      return [{ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
    },
    asked: (text: string, calls: readonly string[]) =>
      calls.length === 0
        ? [{ role: 'user', content: text }]
        : calls.map(id => ({ role: 'tool', tool_call_id: id, content: text })),
  },
  '/v1/responses': {
    tools: [{ type: 'function', ...tool }],
    list: 'input',
    said: (items: readonly AnswerItem[]) => [
      ...(answerText(items) === '' ? [] : [{ role: 'assistant', content: answerText(items) }]),
      ...callsIn(items).map(({ id, ...call }) => ({ type: 'function_call', call_id: id, ...call })),
    ],
    asked: (text: string, calls: readonly string[]) =>
      calls.length === 0
        ? [{ role: 'user', content: text }]
        : calls.map(id => ({ type: 'function_call_output', call_id: id, output: text })),
  },
  '/v1/messages': {
    tools: [{ name: tool.name, description: tool.description, input_schema: parameters }],
    list: 'messages',
    said: (items: readonly AnswerItem[]) => {
      const blocks = callsIn(items).map(({ id, name }) => ({ type: 'tool_use', id, name, input: {} }))
      const text = answerText(items)
      return [{ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...blocks] }]
    },
    asked: (text: string, calls: readonly string[]) =>
      calls.length === 0
        ? [{ role: 'user', content: text }]
        : [{ role: 'user', content: calls.map(id => ({ type: 'tool_result', tool_use_id: id, content: text })) }],
  },
} as const

const callsIn = (items: readonly AnswerItem[]) =>
  items.flatMap(item => (item.kind === 'call' ? [{ id: item.id, name: item.name, arguments: item.arguments }] : []))

const dialectOf = (path: string) => dialects[path as keyof typeof dialects]

const byHand: readonly Opening[] = Object.entries(dialects).map(([path, { tools, list }]) => ({
  path,
  body: { [list]: [{ role: 'user', content: 'Go.' }], tools },
}))

/** One of each framework and dialect that is recorded, with a tool that the model can call. */
export function openings(): readonly Opening[] {
  const found = new Map<string, Opening>()
  for (const [first] of isRecorded ? recordedConversations() : []) {
    if (first === undefined) continue
    const { path, body } = first.request
    const { tools, list } = dialectOf(path)
    const said = (body as Body)[list]
    if (Array.isArray(said) && said.length <= 2 && !/image|thread|previous|reference/.test(JSON.stringify(body)))
      found.set(`${first.framework} ${first.version} ${path}`, {
        path,
        body: { ...(body as Body), tools, tool_choice: undefined, n: undefined, seed: undefined },
      })
  }
  return [...byHand, ...found.values()]
}

/** What came of a request. */
interface Reply {
  readonly status: number
  /** Of the turn, if there is an answer. */
  readonly id: string
  readonly items: readonly AnswerItem[]
  readonly isStream: boolean
}

type Asking = ReturnType<typeof scriptedGateway>['ask']

export class Client {
  readonly #path: string
  readonly #body: Body
  readonly #headers: Readonly<Record<string, string>>
  #history: readonly unknown[]
  #calls: readonly string[] = []

  /** @param name of its session; `null` if it names none. */
  constructor({ path, body }: Opening, name: string | null, first: string) {
    this.#path = path
    this.#body = body
    this.#headers = name === null ? {} : { 'x-session-id': name }
    const { list, asked } = dialectOf(path)
    this.#history = [...(body[list] as readonly unknown[]).slice(0, -1), ...asked(first, [])]
  }

  get text(): string {
    const { list } = dialectOf(this.#path)
    return JSON.stringify({ ...this.#body, [list]: this.#history })
  }

  /** @param left aborted when the client leaves; what had come until then is what it has. */
  async ask(ask: Asking, left?: AbortController, retry = false, pieces = Infinity): Promise<Reply> {
    const headers = { ...this.#headers, ...(retry ? { 'x-stainless-retry-count': '1' } : {}) }
    const sent = { path: this.#path, body: this.text, headers, ...(left === undefined ? {} : { left: left.signal }) }
    const reply = await ask(sent)
    const isStream = typeof reply.body !== 'string'
    const events = isStream ? await this.#eventsIn(reply.body, left, pieces) : ''
    const whole = isStream ? joined(events.split(/(?<=\n\n)/)) : reply.whole
    const id = /"id":"(?:chatcmpl-|resp_|msg_)(t\d+)/.exec(isStream ? events : JSON.stringify(reply.whole))?.[1] ?? ''
    return { status: reply.status, id, items: reply.status === 200 ? sentBack(this.#path, whole) : [], isStream }
  }

  async #eventsIn(body: unknown, left: AbortController | undefined, pieces: number): Promise<string> {
    if (pieces === Infinity) return eventsIn({ body: body as AsyncIterable<string> })
    let events = ''
    let count = 0
    for await (const event of body as AsyncIterable<string>) {
      events += event
      if ((count += 1) >= pieces) break
    }
    left?.abort()
    return events
  }

  goOn(items: readonly AnswerItem[], text: string): void {
    const { said, asked } = dialectOf(this.#path)
    const calls = callsIn(items).map(({ id }) => id)
    this.#history = [...this.#history, ...(items.length === 0 ? [] : said(items)), ...asked(text, calls)]
    this.#calls = calls
  }

  /** Writes what was last said anew, and answers that. */
  edit(text: string): void {
    const { said, asked } = dialectOf(this.#path)
    const last = Math.max(1, this.#history.length - 1 - Math.max(1, this.#calls.length))
    this.#history = [...this.#history.slice(0, last), ...said([{ kind: 'assistant', text }]), ...asked('And now?', [])]
    this.#calls = []
  }
}
