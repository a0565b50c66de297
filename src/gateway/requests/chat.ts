/** Requests of OpenAI's chat completions. Source: OpenAI's API reference, `POST /chat/completions`. Pure. */
import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import type { WrittenItem } from '../history/item.ts'
import type { AgentRequest } from './agent-request.ts'
import { assistantItems, contentText, textForm, userForm, userItems } from './content.ts'
import {
  choiceOf,
  countForm,
  formatType,
  lengthForm,
  schemaForm,
  schemaOf,
  stopForm,
  toolForm,
  withoutSystem,
} from './parts.ts'

/** What OpenAI had before tools; it would be left out. */
const formerForm = z.null('Invalid input: functions are read as tools alone').optional()

const callForm = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})
const messageForm = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: textForm }),
  z.looseObject({ role: z.literal('user'), content: userForm }),
  z.looseObject({
    /* openai's helper for streams leaves it out where the stream did. */
    role: z.literal('assistant').optional(),
    content: textForm,
    refusal: z.string().nullish(),
    tool_calls: z.array(callForm).nullish(),
    function_call: formerForm,
  }),
  z.looseObject({ role: z.literal('tool'), content: textForm, tool_call_id: z.string() }),
])

const chatForm = z.looseObject({
  model: z.string().default(''),
  messages: z.array(messageForm).min(1),
  tools: z.array(z.looseObject({ function: toolForm })).nullish(),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .nullish(),
  functions: formerForm,
  function_call: formerForm,
  parallel_tool_calls: z.boolean().nullish(),
  max_tokens: lengthForm,
  max_completion_tokens: lengthForm,
  temperature: z.number().nonnegative().nullish(),
  top_p: z.number().nullish(),
  seed: z.int().nullish(),
  stop: z.union([stopForm, z.array(stopForm)]).nullish(),
  n: z.int().positive().max(128).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: countForm,
  response_format: z
    .looseObject({ type: formatType, json_schema: z.looseObject({ schema: schemaForm.nullish() }).nullish() })
    .nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
})

/** @throws {RangeError} naming the field that is wrong. */
export function chatRequest(body: unknown): AgentRequest {
  const sent = parsed('request', chatForm, body)
  return {
    ...withoutSystem(sent.messages.flatMap(itemsOf)),
    model: sent.model,
    tools: (sent.tools ?? []).map(tool => tool.function),
    toolChoice: choiceOf(sent.tool_choice, choice => choice.function.name),
    parallelCalls: sent.parallel_tool_calls ?? true,
    previous: null,
    sampling: {
      maxTokens: sent.max_completion_tokens ?? sent.max_tokens ?? null,
      temperature: sent.temperature ?? null,
      topP: sent.top_p ?? null,
      seed: sent.seed ?? null,
      stop: [sent.stop ?? []].flat(),
      count: sent.n ?? 1,
      logprobs: sent.logprobs === true ? (sent.top_logprobs ?? 0) : null,
    },
    schema: schemaOf(sent.response_format?.type, sent.response_format?.json_schema?.schema),
    stream: sent.stream ?? false,
    streamsUsage: sent.stream_options?.include_usage ?? false,
  }
}

function itemsOf(message: z.output<typeof messageForm>): readonly WrittenItem[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return [{ kind: 'system', text: contentText(message.content) }]
    case 'user':
      return userItems(message.content)
    case 'tool':
      return [{ kind: 'result', id: message.tool_call_id, text: contentText(message.content) }]
    default:
      return [
        ...assistantItems(contentText(message.content) + (message.refusal ?? '')),
        ...(message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }): WrittenItem => ({
          kind: 'call',
          id,
          name,
          arguments: text,
        })),
      ]
  }
}
