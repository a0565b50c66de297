/** The ways in which agents speak to a model. */
import type { AgentAnswer } from './answers/agent-answer.ts'
import type { AnswerHead, AnswerStream } from './answers/answer-stream.ts'
import { chatBody, chatStream } from './answers/chat.ts'
import { anthropicFault, openAiFault, type Fault } from './answers/faults.ts'
import { messagesBody, messagesStream } from './answers/messages.ts'
import { responsesBody, responsesStream, responsesReferences } from './answers/responses.ts'
import { serverEvent, typedEvent } from './answers/server-event.ts'
import type { AnswerItem } from './history/item.ts'
import type { AgentRequest } from './requests/agent-request.ts'
import { chatRequest } from './requests/chat.ts'
import { messagesRequest } from './requests/messages.ts'
import { responsesRequest } from './requests/responses.ts'

export interface AgentDialect {
  /** Below the base address. */
  readonly path: string
  /** What ids of calls begin with. */
  readonly callPrefix: string
  /** @throws {RangeError} naming a field that is wrong. @throws {UnsupportedThread} if the server is to keep the conversation. */
  readonly read: (body: unknown) => AgentRequest
  readonly body: (answer: AgentAnswer, request: AgentRequest) => object
  /** Server-sent events, as texts. */
  readonly stream: (head: AnswerHead, request: AgentRequest) => AnswerStream
  /** Ids by which later requests may name the answer or items of it, with what they stand for. */
  readonly references: (answer: AgentAnswer) => ReadonlyMap<string, readonly AnswerItem[]>
  /** The body of a refusal. */
  readonly fault: (fault: Fault) => object
  /** The event with which a stream ends that failed. */
  readonly faultEvent: (fault: Fault) => string
}

const nothingKept = (): ReadonlyMap<string, readonly AnswerItem[]> => new Map()

export const agentDialects: readonly AgentDialect[] = [
  {
    path: '/chat/completions',
    callPrefix: 'call_',
    read: chatRequest,
    body: chatBody,
    stream: chatStream,
    references: nothingKept,
    fault: openAiFault,
    faultEvent: fault => serverEvent(openAiFault(fault)),
  },
  {
    path: '/responses',
    callPrefix: 'call_',
    read: responsesRequest,
    body: responsesBody,
    stream: responsesStream,
    references: responsesReferences,
    fault: openAiFault,
    faultEvent: fault => typedEvent('error', { type: 'error', ...openAiFault(fault) }),
  },
  {
    path: '/messages',
    callPrefix: 'toolu_',
    read: messagesRequest,
    body: messagesBody,
    stream: messagesStream,
    references: nothingKept,
    fault: anthropicFault,
    faultEvent: fault => typedEvent('error', anthropicFault(fault)),
  },
]
