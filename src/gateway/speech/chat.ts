/** Speech with a model that has a chat template: the template writes the tools, the calls and what they gave. */
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { compileTemplate, type RenderChat } from '../../model/chat/compile-template.ts'
import { followingAnswer, conversation } from '../../model/chat/conversation.ts'
import { passagesOf } from '../../model/chat/passages.ts'
import { writtenText } from '../../model/renderers/written-text.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import type { HistoryItem } from '../history/item.ts'
import type { OfferedTool } from '../requests/agent-request.ts'
import type { AgentSpeech, SpokenPrompt } from './agent-speech.ts'
import { jsonObject } from './json-object.ts'
import { saidIn } from './said-in.ts'
import { settledText } from './settled-text.ts'
import { spokenText } from './spoken-text.ts'
import { firstCallEnd, writtenCalls } from './written-calls.ts'

/** @throws {RangeError} as `conversation`. */
export function chatSpeech(tokenizer: Tokenizer, template: ChatTemplate): AgentSpeech {
  const { stop } = conversation(tokenizer, template)
  const render = compileTemplate(template)
  const head = passagesOf(render, [{ role: 'user', content: 'Hello.' }]).at(-1)?.text ?? ''
  const said = saidIn(/<think>\s*$/.test(head))
  const passages = ({ system, tools }: SpokenPrompt, messages: readonly ChatMessage[]) =>
    passagesOf(withTools(render, tools), [
      ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
      ...messages,
    ])
  return {
    stop,
    opening: (prompt, items) => tokenizer.encode(passages(prompt, messagesIn(items))),
    next: (prompt, answer, fresh) => {
      const tokens = tokenizer.encode(followingAnswer(messages => passages(prompt, messages), messagesIn(fresh)))
      return answer.at(-1) === stop[0] ? tokens.slice(1) : tokens
    },
    written: writtenText(tokenizer, stop),
    read: (written, { tools }) => writtenCalls(said(written), tools),
    callEnd: (begun, { tools }) => {
      const text = said(begun, true)
      const end = firstCallEnd(text, tools)
      return end === null ? null : begun.trimEnd().length - text.length + end
    },
    settled: (begun, { tools }) => settledText(said(begun, true), tools),
  }
}

const withTools =
  (render: RenderChat, tools: readonly OfferedTool[]): RenderChat =>
  (messages, options) =>
    render(messages, tools.length === 0 ? options : { ...options, tools: tools.map(asFunction) })

const asFunction = (tool: OfferedTool): object => ({ type: 'function', function: tool })

/** Neighbouring blocks of a user are one message, and so are the text and the calls of an answer. */
function messagesIn(items: readonly HistoryItem[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = []
  for (const item of items) {
    const message = messageOf(item)
    const last = messages.at(-1)
    if (last?.role === message.role && message.role !== 'tool') messages.splice(-1, 1, joined(last, message))
    else messages.push(message)
  }
  return messages
}

function messageOf(item: HistoryItem): ChatMessage {
  switch (item.kind) {
    case 'result':
      return { role: 'tool', content: item.text }
    case 'assistant':
      return { role: 'assistant', content: item.text }
    case 'call': {
      const call = { name: item.name, arguments: jsonObject(item.arguments) ?? {} }
      return { role: 'assistant', content: '', tool_calls: [{ type: 'function', function: call }] }
    }
    default:
      return { role: 'user', content: spokenText(item) }
  }
}

function joined(first: ChatMessage, second: ChatMessage): ChatMessage {
  const calls = [...(first.tool_calls ?? []), ...(second.tool_calls ?? [])]
  const content = [first.content, second.content].filter(text => text !== '').join('\n')
  return { role: first.role, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}
