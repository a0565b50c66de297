/** Answers of Anthropic's messages. Source: Anthropic's API reference, `POST /v1/messages`. Pure. */
import { choiceItems, type AgentAnswer, type AnswerChoice } from './agent-answer.ts'
import { typedEvent } from './server-event.ts'

export const messagesBody = (answer: AgentAnswer): object => ({
  ...headOf(answer),
  content: contentOf(answer.choices[0]),
  ...stopOf(answer.choices[0]),
  usage: usageOf(answer, answer.answerTokens),
})

export function messagesEvents(answer: AgentAnswer): readonly string[] {
  const [choice] = answer.choices
  const begun = { ...headOf(answer), content: [], stop_reason: null, stop_sequence: null, usage: usageOf(answer, 0) }
  const blocks = contentOf(choice).flatMap((block, index) => {
    const isText = block.type === 'text'
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    return [
      { type: 'content_block_start', index, content_block: { ...block, ...(isText ? { text: '' } : { input: {} }) } },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]
  })
  return [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...blocks,
    { type: 'message_delta', delta: stopOf(choice), usage: usageOf(answer, answer.answerTokens) },
    { type: 'message_stop' },
  ].map(event => typedEvent(event.type, event))
}

const headOf = ({ id, model }: AgentAnswer) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model })

type ContentOut =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }

/** An empty answer has an empty block, for programs send back none at all. */
function contentOf(choice: AnswerChoice): readonly ContentOut[] {
  const items = choiceItems(choice)
  if (items.length === 0) return [{ type: 'text', text: '' }]
  return items.map(item =>
    item.kind === 'assistant'
      ? { type: 'text', text: item.text }
      : { type: 'tool_use', id: item.id, name: item.name, input: JSON.parse(item.arguments) as unknown },
  )
}

function stopOf({ finish, calls, stoppedBy }: AnswerChoice) {
  if (finish === 'length') return { stop_reason: 'max_tokens', stop_sequence: null }
  if (calls.length > 0) return { stop_reason: 'tool_use', stop_sequence: null }
  return { stop_reason: stoppedBy === null ? 'end_turn' : 'stop_sequence', stop_sequence: stoppedBy }
}

const usageOf = ({ promptTokens }: AgentAnswer, output_tokens: number): object => ({
  input_tokens: promptTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens,
})
