/** The ways in which agents speak to a model. */
import type { AgentAnswer } from './answers/agent-answer.ts'
import { chatBody, chatEvents } from './answers/chat.ts'
import { anthropicFault, openAiFault, type Fault } from './answers/faults.ts'
import { messagesBody, messagesEvents } from './answers/messages.ts'
import { responsesBody, responsesEvents, responsesReferences } from './answers/responses.ts'
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
  readonly events: (answer: AgentAnswer, request: AgentRequest) => readonly string[]
  /** Ids by which later requests may name the answer or items of it, with what they stand for. */
  readonly references: (answer: AgentAnswer) => ReadonlyMap<string, readonly AnswerItem[]>
  /** The body of a refusal. */
  readonly fault: (fault: Fault) => object
}

const nothingKept = (): ReadonlyMap<string, readonly AnswerItem[]> => new Map()

export const agentDialects: readonly AgentDialect[] = [
  {
    path: '/chat/completions',
    callPrefix: 'call_',
    read: chatRequest,
    body: chatBody,
    events: chatEvents,
    references: nothingKept,
    fault: openAiFault,
  },
  {
    path: '/responses',
    callPrefix: 'call_',
    read: responsesRequest,
    body: responsesBody,
    events: responsesEvents,
    references: responsesReferences,
    fault: openAiFault,
  },
  {
    path: '/messages',
    callPrefix: 'toolu_',
    read: messagesRequest,
    body: messagesBody,
    events: messagesEvents,
    references: nothingKept,
    fault: anthropicFault,
  },
]
