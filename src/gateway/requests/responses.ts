/** Requests of OpenAI's Responses. Source: OpenAI's API reference, `POST /responses`. Pure. */
import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import type { WrittenItem } from '../history/item.ts'
import type { AgentRequest } from './agent-request.ts'
import { assistantItems, contentText, textForm, userForm, userItems } from './content.ts'
import { UnsupportedThread } from './unsupported-thread.ts'
import { choiceOf, countForm, formatType, lengthForm, schemaForm, schemaOf, toolForm, withoutSystem } from './parts.ts'

const messageType = z.literal('message').optional()
const itemForm = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [
    z.looseObject({ type: messageType, role: z.literal('user'), content: userForm }),
    z.looseObject({ type: messageType, role: z.enum(['system', 'developer', 'assistant']), content: textForm }),
  ]),
  z.looseObject({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: textForm }),
  z.looseObject({ type: z.literal('item_reference'), id: z.string() }),
  z.looseObject({ type: z.literal('reasoning') }),
])

const responsesForm = z.looseObject({
  model: z.string().default(''),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(itemForm)]),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  tools: z.array(toolForm).nullish(),
  tool_choice: z.union([z.enum(['auto', 'none', 'required']), z.looseObject({ name: z.string() })]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_output_tokens: lengthForm,
  temperature: z.number().nonnegative().nullish(),
  top_p: z.number().nullish(),
  top_logprobs: countForm,
  include: z.array(z.string()).nullish(),
  text: z
    .looseObject({ format: z.looseObject({ type: formatType, schema: schemaForm.nullish() }).nullish() })
    .nullish(),
  stream: z.boolean().nullish(),
})

/** @throws {RangeError} naming the field that is wrong. @throws {UnsupportedThread} if the server is to keep the conversation by a name. */
export function responsesRequest(body: unknown): AgentRequest {
  const sent = parsed('request', responsesForm, body)
  if (sent.conversation !== undefined && sent.conversation !== null) throw new UnsupportedThread()
  const { input } = sent
  const items = typeof input === 'string' ? [{ kind: 'user', text: input } as const] : input.flatMap(itemsOf)
  const { system: lasting } = withoutSystem(items)
  return {
    ...withoutSystem(items, sent.instructions ?? ''),
    ...(lasting === '' ? {} : { lasting }),
    model: sent.model,
    tools: sent.tools ?? [],
    toolChoice: choiceOf(sent.tool_choice, ({ name }) => name),
    parallelCalls: sent.parallel_tool_calls ?? true,
    previous: sent.previous_response_id ?? null,
    sampling: {
      maxTokens: sent.max_output_tokens ?? null,
      temperature: sent.temperature ?? null,
      topP: sent.top_p ?? null,
      seed: null,
      stop: [],
      count: 1,
      logprobs: sent.include?.includes('message.output_text.logprobs') === true ? (sent.top_logprobs ?? 0) : null,
    },
    schema: schemaOf(sent.text?.format?.type, sent.text?.format?.schema),
    stream: sent.stream ?? false,
    streamsUsage: true,
  }
}

function itemsOf(item: z.output<typeof itemForm>): readonly WrittenItem[] {
  switch (item.type) {
    case 'function_call':
      return [{ kind: 'call', id: item.call_id, name: item.name, arguments: item.arguments }]
    case 'function_call_output':
      return [{ kind: 'result', id: item.call_id, text: contentText(item.output) }]
    case 'item_reference':
      return [{ kind: 'reference', id: item.id }]
    case 'reasoning':
      return []
    default:
      if (item.role === 'user') return userItems(item.content)
      if (item.role === 'assistant') return assistantItems(contentText(item.content))
      return [{ kind: 'system', text: contentText(item.content) }]
  }
}
