/** Answers of Anthropic's messages. Source: Anthropic's API reference, `POST /v1/messages`. Pure. */
import { choiceItems, type AgentAnswer, type AnswerChoice } from './agent-answer.ts'
import type { AnswerHead, AnswerStream } from './answer-stream.ts'
import { typedEvent } from './server-event.ts'

export const messagesBody = (answer: AgentAnswer): object => ({
  ...headOf(answer),
  content: contentOf(answer.choices[0]),
  ...stopOf(answer.choices[0]),
  usage: usageOf(answer, answer.answerTokens),
})

export function messagesStream(head: AnswerHead): AnswerStream {
  const event = (type: string, more: object = {}): string => typedEvent(type, { type, ...more })
  const begun = { ...headOf(head), content: [], stop_reason: null, stop_sequence: null, usage: usageOf(head, 0) }
  let isOpen = false
  const text = (delta: string): readonly string[] => {
    const start = event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    const begins = isOpen ? [] : [start]
    isOpen = true
    return [...begins, event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: delta } })]
  }
  return {
    begin: () => [event('message_start', { message: begun }), event('ping')],
    piece: ({ choice, text: more }) => (choice === 0 ? text(more) : []),
    end: answer => {
      const [choice] = answer.choices
      const blocks = contentOf(choice).flatMap((block, index) => {
        const stop = event('content_block_stop', { index })
        if (block.type === 'text') return isOpen ? [stop] : [...text(block.text), stop]
        const delta = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
        return [
          event('content_block_start', { index, content_block: { ...block, input: {} } }),
          event('content_block_delta', { index, delta }),
          stop,
        ]
      })
      const usage = usageOf(answer, answer.answerTokens)
      return [...blocks, event('message_delta', { delta: stopOf(choice), usage }), event('message_stop')]
    },
  }
}

const headOf = ({ id, model }: AnswerHead) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model })

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
  if (finish !== 'stop') return { stop_reason: 'max_tokens', stop_sequence: null }
  if (calls.length > 0) return { stop_reason: 'tool_use', stop_sequence: null }
  return { stop_reason: stoppedBy === null ? 'end_turn' : 'stop_sequence', stop_sequence: stoppedBy }
}

const usageOf = ({ promptTokens }: AnswerHead, output_tokens: number): object => ({
  input_tokens: promptTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens,
})
