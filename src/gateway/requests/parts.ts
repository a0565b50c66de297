/** What requests of several dialects have in common. */
import { z } from 'zod'
import type { JsonSchema } from '../../contracts/models/json-schema.ts'
import type { WrittenItem } from '../history/item.ts'
import type { AgentRequest, OfferedTool, ToolChoice } from './agent-request.ts'

const jsonForm = z.record(z.string(), z.json())
/** As it was sent: a record of zod's is a copy without keys named `__proto__`. */
export const schemaForm = z.custom<JsonSchema>(
  value => jsonForm.safeParse(value).success,
  'Invalid input: expected an object of JSON',
)
/** What OpenAI calls the form of an answer's text. */
export const formatType = z.enum(['text', 'json_object', 'json_schema'])

/** @param schema that a format of type `json_schema` has. */
export const schemaOf = (type?: z.output<typeof formatType>, schema?: JsonSchema | null): JsonSchema | null =>
  type === 'json_object' ? { type: 'object' } : (schema ?? null)

/** A text that ends an answer; every answer has an empty one. */
export const stopForm = z.string().min(1)
export const countForm = z.int().nonnegative().nullish()
/** Most tokens of an answer. */
export const lengthForm = z.int().positive().nullish()

export const toolForm = z
  .looseObject({ name: z.string(), description: z.string().nullish(), parameters: schemaForm.nullish() })
  .transform(({ name, description, parameters }): OfferedTool => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }))

/** @param nameOf of a choice that names a tool. */
export const choiceOf = <T extends object>(
  sent: 'auto' | 'none' | 'required' | T | null | undefined,
  nameOf: (choice: T) => string,
): ToolChoice => (typeof sent === 'object' && sent !== null ? { name: nameOf(sent) } : (sent ?? 'auto'))

/** The system's texts before anything else; those further on stay in their place, as the user's. */
export function withoutSystem(
  items: readonly WrittenItem[],
  instructions = '',
): Pick<AgentRequest, 'system' | 'items'> {
  const first = items.findIndex(({ kind }) => kind !== 'system')
  const end = first < 0 ? items.length : first
  const texts = items.slice(0, end).map(item => (item.kind === 'system' ? item.text : ''))
  return {
    system: [instructions, ...texts].filter(text => text !== '').join('\n\n'),
    items: items.slice(end).map(item => (item.kind === 'system' ? { kind: 'user', text: item.text } : item)),
  }
}
