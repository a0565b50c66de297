/** How text becomes an action of a server, and an observation of it text: by the schemas that it publishes. */
import { z } from 'zod'
import { reasonOf } from '../../../src/contracts/failure.ts'
import type { OpenEnvSettings } from '../tasks/options.ts'
import { addressesOf } from './addresses.ts'

export interface TextForm {
  /** The fields of an action, or as a text why it is none. */
  readonly actionOf: (text: string) => Readonly<Record<string, unknown>> | string
  readonly textOf: (observation: Readonly<Record<string, unknown>>) => string
}

const field = z.looseObject({ type: z.unknown().optional() })
const objectSchema = z.looseObject({
  properties: z.record(z.string(), field).default({}),
  required: z.array(z.string()).default([]),
})
const schemas = z.object({ action: objectSchema, observation: objectSchema })
type Schemas = z.infer<typeof schemas>

/**
 * Asks the server once, at the first call, and again only if it could not be reached.
 *
 * @throws {Error} if it cannot be, or its reply is no schema.
 */
export function learntForm(url: string, settings: OpenEnvSettings): () => Promise<TextForm> {
  let known: Promise<TextForm> | null = null
  return () => {
    known ??= ask(url, settings).catch((thrown: unknown) => {
      known = null
      throw thrown
    })
    return known
  }
}

async function ask(url: string, { action, observation, deadlineSeconds }: OpenEnvSettings): Promise<TextForm> {
  const place = `${addressesOf(url).http}/schema`
  try {
    const response = await fetch(place, { signal: AbortSignal.timeout(deadlineSeconds * 1000) })
    if (!response.ok) throw new Error(`it was answered ${response.status}`)
    return formOf(schemas.parse(await response.json()), { action, observation })
  } catch (thrown) {
    throw new Error(`${place} cannot be read: ${reasonOf(thrown)}`, { cause: thrown })
  }
}

/** @param chosen names of fields; `null` finds them by the schemas. */
export function formOf(
  { action, observation }: Schemas,
  chosen: { readonly action: string | null; readonly observation: string | null },
): TextForm {
  const written = chosen.action ?? onlyRequired(action)
  const read = chosen.observation ?? textField(observation)
  return {
    actionOf: text => (written === null ? jsonAction(text, action) : { [written]: text }),
    textOf: seen => {
      const value = read === null ? undefined : seen[read]
      return typeof value === 'string' ? value : JSON.stringify(shownFields(seen))
    },
  }
}

/** Parts of every observation and action that are no words of the world's. */
const apart = ['metadata', 'reward', 'done']
const shownFields = (seen: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => !apart.includes(name)))

/** The only field that an action must have, if it is text. */
function onlyRequired({ properties, required }: Schemas['action']): string | null {
  const [only, ...others] = required
  return only !== undefined && others.length === 0 && properties[only]?.type === 'string' ? only : null
}

function textField({ properties }: Schemas['observation']): string | null {
  const texts = Object.keys(shownFields(properties)).filter(name => properties[name]?.type === 'string')
  if (texts.includes('text')) return 'text'
  return texts.length === 1 ? (texts[0] ?? null) : null
}

function jsonAction(text: string, { properties }: Schemas['action']): Readonly<Record<string, unknown>> | string {
  const [, fenced = text] = /```(?:json)?\s*([\s\S]*?)```/.exec(text) ?? []
  const fields = Object.keys(shownFields(properties)).join(', ')
  const refusal = `An action is one JSON object with the fields ${fields}.`
  try {
    const value: unknown = JSON.parse(fenced)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : refusal
  } catch {
    return refusal
  }
}
