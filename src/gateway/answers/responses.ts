/** Answers of OpenAI's Responses. Source: OpenAI's API reference, `POST /responses`. Pure. */
import type { AnswerItem } from '../history/item.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import { choiceItems, type AgentAnswer } from './agent-answer.ts'
import type { AnswerHead, AnswerStream } from './answer-stream.ts'
import { openAiLogprobs } from './chat.ts'
import { typedEvent } from './server-event.ts'

export const responsesBody = (answer: AgentAnswer, request: AgentRequest): object => ({
  ...headOf(answer, request),
  ...endOf(answer),
})

/** An answer that was cut off is `completed` too, by the name of its event: some clients fail at any other. */
export function responsesStream(head: AnswerHead, request: AgentRequest): AnswerStream {
  let sequence_number = 0
  const event = (type: string, more: object): string =>
    typedEvent(type, { type, ...more, sequence_number: sequence_number++ })
  const added = (item: object, output_index: number): string =>
    event('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } })
  const place = { item_id: messageId(head), output_index: 0, content_index: 0 }
  const emptyPart = { type: 'output_text', text: '', annotations: [], logprobs: [] }
  let isOpen = false
  const text = (delta: string, logprobs: readonly object[]): readonly string[] => {
    const message = { id: messageId(head), type: 'message', role: 'assistant', content: [] }
    const begins = isOpen
      ? []
      : [added(message, 0), event('response.content_part.added', { ...place, part: emptyPart })]
    isOpen = true
    return [...begins, event('response.output_text.delta', { ...place, delta, logprobs })]
  }
  const stepsOf = (item: OutputItem, output_index: number): readonly string[] => {
    if (item.type === 'message') {
      const [part] = item.content
      return [
        event('response.output_text.done', { ...place, text: part.text, logprobs: part.logprobs }),
        event('response.content_part.done', { ...place, part }),
      ]
    }
    const { id: item_id, name, arguments: written } = item
    const of = { item_id, output_index }
    return [
      added({ ...item, arguments: '' }, output_index),
      event('response.function_call_arguments.delta', { ...of, delta: written }),
      event('response.function_call_arguments.done', { ...of, name, arguments: written }),
    ]
  }
  return {
    begin: () => {
      const response = { ...headOf(head, request), status: 'in_progress', output: [], usage: null }
      return [event('response.created', { response }), event('response.in_progress', { response })]
    },
    piece: ({ choice, text: more, logprobs }) =>
      choice === 0 && (isOpen || more !== '') ? text(more, openAiLogprobs(logprobs ?? [])) : [],
    end: answer => [
      ...outputOf(answer).flatMap((item, output_index) => [
        ...stepsOf(item, output_index),
        event('response.output_item.done', { output_index, item }),
      ]),
      event('response.completed', { response: responsesBody(answer, request) }),
    ],
  }
}

/** Ids by which later requests may name the answer and its items. */
export function responsesReferences(answer: AgentAnswer): ReadonlyMap<string, readonly AnswerItem[]> {
  const items = choiceItems(answer.choices[0])
  return new Map([
    [responseId(answer), items],
    ...outputOf(answer).map((item, index) => [item.id, items.slice(index, index + 1)] as const),
  ])
}

const responseId = ({ id }: AnswerHead): string => `resp_${id}`
const messageId = ({ id }: AnswerHead): string => `msg_${id}`

interface TextPart {
  readonly type: 'output_text'
  readonly text: string
  readonly annotations: readonly []
  readonly logprobs: readonly object[]
}

type OutputItem = { readonly id: string; readonly status: 'completed' | 'incomplete' } & (
  | { readonly type: 'message'; readonly role: 'assistant'; readonly content: readonly [TextPart] }
  | { readonly type: 'function_call'; readonly call_id: string; readonly name: string; readonly arguments: string }
)

function outputOf(answer: AgentAnswer): readonly OutputItem[] {
  const {
    id,
    choices: [choice],
  } = answer
  const status = choice.finish === 'stop' ? 'completed' : 'incomplete'
  return choiceItems(choice).map((item, index) => {
    if (item.kind === 'call') {
      const call = { call_id: item.id, name: item.name, arguments: item.arguments }
      return { id: `fc_${id}_${index}`, type: 'function_call', status, ...call }
    }
    const logprobs = openAiLogprobs(choice.logprobs ?? [])
    const content: TextPart = { type: 'output_text', text: item.text, annotations: [], logprobs }
    return { id: messageId(answer), type: 'message', status, role: 'assistant', content: [content] }
  })
}

const headOf = (answer: AnswerHead, { tools, system, previous, parallelCalls, sampling }: AgentRequest) => ({
  id: responseId(answer),
  object: 'response',
  created_at: answer.createdAt,
  model: answer.model,
  error: null,
  incomplete_details: null,
  instructions: system === '' ? null : system,
  max_output_tokens: sampling.maxTokens,
  metadata: {},
  parallel_tool_calls: parallelCalls,
  previous_response_id: previous,
  store: true,
  temperature: sampling.temperature,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: tools.map(tool => ({ type: 'function', ...tool, strict: false })),
  top_p: sampling.topP,
  truncation: 'disabled',
})

function endOf(answer: AgentAnswer): object {
  const { promptTokens: input, answerTokens: output, choices } = answer
  const isCut = choices[0].finish !== 'stop'
  return {
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: outputOf(answer),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  }
}
