/** Requests of Anthropic's messages. Source: Anthropic's API reference, `POST /v1/messages`. Pure. */
import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import type { WrittenItem } from '../history/item.ts'
import type { AgentRequest, OfferedTool } from './agent-request.ts'
import { assistantItems, contentBlock, contentText, refusePictures, textForm, userItems } from './content.ts'
import { lengthForm, schemaForm, stopForm, withoutSystem } from './parts.ts'
import { UnsupportedThread } from './unsupported-thread.ts'

const blockForm = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: schemaForm }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string(), content: textForm }),
  z.looseObject({ type: z.enum(['thinking', 'redacted_thinking']) }),
  contentBlock,
])
const blocksForm = z.union([z.string(), z.array(blockForm)])
const messageForm = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), content: blocksForm }),
  z.looseObject({ role: z.enum(['assistant', 'system']), content: blocksForm.superRefine(refusePictures) }),
])

const messagesForm = z.looseObject({
  model: z.string().default(''),
  system: textForm,
  messages: z.array(messageForm).min(1),
  tools: z
    .array(z.looseObject({ name: z.string(), description: z.string().nullish(), input_schema: schemaForm }))
    .nullish(),
  tool_choice: z
    .looseObject({
      type: z.enum(['auto', 'any', 'tool', 'none']),
      name: z.string().nullish(),
      disable_parallel_tool_use: z.boolean().nullish(),
    })
    .nullish(),
  max_tokens: lengthForm,
  temperature: z.number().nonnegative().nullish(),
  top_p: z.number().nullish(),
  stop_sequences: z.array(stopForm).nullish(),
  output_config: z
    .looseObject({ format: z.looseObject({ type: z.literal('json_schema'), schema: schemaForm }).nullish() })
    .nullish(),
  thread: z.unknown().optional(),
  stream: z.boolean().nullish(),
})

/** @throws {RangeError} naming the field that is wrong. @throws {UnsupportedThread} if the server is to keep the conversation. */
export function messagesRequest(body: unknown): AgentRequest {
  const sent = parsed('request', messagesForm, body)
  if (sent.thread !== undefined && sent.thread !== null) throw new UnsupportedThread()
  const choice = sent.tool_choice
  return {
    ...withoutSystem(sent.messages.flatMap(itemsOf), contentText(sent.system)),
    model: sent.model,
    tools: (sent.tools ?? []).map(({ name, description, input_schema }): OfferedTool => ({
      name,
      description: description ?? '',
      parameters: input_schema,
    })),
    toolChoice: choiceOf(choice),
    parallelCalls: choice?.disable_parallel_tool_use !== true,
    previous: null,
    sampling: {
      maxTokens: sent.max_tokens ?? null,
      temperature: sent.temperature ?? null,
      topP: sent.top_p ?? null,
      seed: null,
      stop: sent.stop_sequences ?? [],
      count: 1,
      logprobs: null,
    },
    schema: sent.output_config?.format?.schema ?? null,
    stream: sent.stream ?? false,
    streamsUsage: true,
  }
}

function choiceOf(choice: z.output<typeof messagesForm>['tool_choice']): AgentRequest['toolChoice'] {
  if (choice?.type === 'any') return 'required'
  if (choice?.type === 'tool') return { name: choice.name ?? '' }
  return choice?.type ?? 'auto'
}

function itemsOf({ role, content }: z.output<typeof messageForm>): readonly WrittenItem[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  return blocks.flatMap((block): readonly WrittenItem[] => {
    switch (block.type) {
      case 'thinking':
      case 'redacted_thinking':
        return []
      case 'tool_use':
        return [{ kind: 'call', id: block.id, name: block.name, arguments: JSON.stringify(block.input) }]
      case 'tool_result':
        return [{ kind: 'result', id: block.tool_use_id, text: contentText(block.content) }]
      default:
        if (role === 'user') return userItems([block])
        if (role === 'assistant') return assistantItems(contentText([block]))
        return [{ kind: 'system', text: contentText([block]) }]
    }
  })
}
