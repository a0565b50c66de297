/** Answers of OpenAI's Responses. Source: OpenAI's API reference, `POST /responses`. Pure. */
import type { AnswerItem, CallItem } from '../history/item.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import { choiceItems, type AgentAnswer } from './agent-answer.ts'
import { openAiLogprobs } from './chat.ts'
import { typedEvent } from './server-event.ts'

export const responsesBody = (answer: AgentAnswer, request: AgentRequest): object => ({
  ...headOf(answer, request),
  ...endOf(answer),
})

/** An answer that was cut off is `completed` too, by the name of its event: some clients fail at any other. */
export function responsesEvents(answer: AgentAnswer, request: AgentRequest): readonly string[] {
  const begun = { ...headOf(answer, request), status: 'in_progress', output: [], usage: null }
  const items = outputOf(answer).flatMap((item, output_index) => {
    const place = { item_id: item.id, output_index }
    const added = item.type === 'message' ? { ...item, content: [] } : { ...item, arguments: '' }
    const steps = item.type === 'message' ? messageSteps(item.content[0], place) : callSteps(item, place)
    return [
      { type: 'response.output_item.added', output_index, item: { ...added, status: 'in_progress' } },
      ...steps,
      { type: 'response.output_item.done', output_index, item },
    ]
  })
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items,
    { type: 'response.completed', response: responsesBody(answer, request) },
  ].map((event, sequence_number) => typedEvent(event.type, { ...event, sequence_number }))
}

/** Ids by which later requests may name the answer and its items. */
export function responsesReferences(answer: AgentAnswer): ReadonlyMap<string, readonly AnswerItem[]> {
  const items = choiceItems(answer.choices[0])
  return new Map([
    [responseId(answer), items],
    ...outputOf(answer).map((item, index) => [item.id, items.slice(index, index + 1)] as const),
  ])
}

const responseId = ({ id }: AgentAnswer): string => `resp_${id}`

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

function outputOf({ id, choices: [choice] }: AgentAnswer): readonly OutputItem[] {
  const status = choice.finish === 'length' ? 'incomplete' : 'completed'
  return choiceItems(choice).map((item, index) => {
    if (item.kind === 'call') {
      const call = { call_id: item.id, name: item.name, arguments: item.arguments }
      return { id: `fc_${id}_${index}`, type: 'function_call', status, ...call }
    }
    const logprobs = openAiLogprobs(choice.logprobs ?? [])
    const content: TextPart = { type: 'output_text', text: item.text, annotations: [], logprobs }
    return { id: `msg_${id}`, type: 'message', status, role: 'assistant', content: [content] }
  })
}

interface ItemPlace {
  readonly item_id: string
  readonly output_index: number
}

function messageSteps(part: TextPart, place: ItemPlace) {
  const at = { ...place, content_index: 0 }
  const { text, logprobs } = part
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '', logprobs: [] } },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs },
    { type: 'response.output_text.done', ...at, text, logprobs },
    { type: 'response.content_part.done', ...at, part },
  ]
}

const callSteps = ({ name, arguments: written }: Pick<CallItem, 'name' | 'arguments'>, place: ItemPlace) => [
  { type: 'response.function_call_arguments.delta', ...place, delta: written },
  { type: 'response.function_call_arguments.done', ...place, name, arguments: written },
]

const headOf = (answer: AgentAnswer, { tools, system, previous, parallelCalls, sampling }: AgentRequest) => ({
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
  const isCut = choices[0].finish === 'length'
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
