/** What is wrong with a configuration, in words: the path, what is wanted, what was found. */
import type { z } from 'zod'
import { nearest } from './nearest.ts'

/** The part of a JSON Schema that the texts are made from. */
type Schema = z.core.JSONSchema.BaseSchema

/**
 * One line for each problem of a refused value.
 * @param schema of the whole value, as JSON Schema of its input.
 */
export function configProblems(schema: Schema, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey(schema, [...issue.path, key]))
    const path = name(issue.path)
    if (issue.code === 'custom') return [`${path} ${issue.message}, got ${found(issue.input)}`]
    const part = at(schema, issue.path)
    const missing = issue.input === undefined ? ', but it is missing' : `, got ${found(issue.input)}`
    return [`${path} must be ${part === undefined ? issue.message : wanted(part)}${missing}`]
  })
}

/** What a value of this schema is, e.g. `a number in (0, 1]`. */
export function wanted(schema: Schema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map(value => JSON.stringify(value)).join(', ')}`
  if (schema.anyOf !== undefined) return schema.anyOf.map(part => wanted(asSchema(part))).join(' or ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const texts = types.map(type => {
    switch (type) {
      case 'number':
      case 'integer':
        return `${type === 'integer' ? 'an integer' : 'a number'}${range(schema)}`
      case 'boolean':
        return 'true or false'
      case 'string':
        return (schema.minLength ?? 0) > 0 ? 'a non-empty text' : 'a text'
      case 'array':
        return arrays(schema)
      case 'object':
        return 'an object'
      default:
        return String(type)
    }
  })
  return texts.join(' or ')
}

/** Every key below `schema` by its path; a record of free keys is one leaf. */
export function leafPaths(schema: Schema, prefix: readonly string[] = []): string[] {
  if (schema.properties === undefined) return [prefix.join('.')]
  return Object.entries(schema.properties).flatMap(([key, part]) => leafPaths(asSchema(part), [...prefix, key]))
}

function unknownKey(schema: Schema, path: readonly PropertyKey[]): string {
  const parent = path.slice(0, -1)
  const siblings = Object.keys(propertiesOf(at(schema, parent)) ?? {})
  const key = String(path.at(-1))
  const elsewhere = leafPaths(schema).filter(leaf => leaf.split('.').at(-1) === key)
  const sibling = nearest(key, siblings)
  const guess = elsewhere[0] ?? (sibling === null ? null : name([...parent, sibling]))
  const hint = guess === null ? `known here: ${siblings.join(', ')}` : `did you mean ${guess}?`
  return `${name(path)} is not a key of the configuration; ${hint}`
}

/** The schema of the value at `path`, if it has one. */
function at(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  return path.reduce<Schema | undefined>((part, key) => {
    if (part === undefined) return undefined
    if (typeof key === 'number') {
      const item = part.prefixItems?.[key] ?? part.items
      return item === undefined || Array.isArray(item) ? undefined : asSchema(item)
    }
    const child = propertiesOf(part)?.[String(key)]
    return child === undefined ? undefined : asSchema(child)
  }, schema)
}

/** Also of an object that may be null. */
const propertiesOf = (schema: Schema | undefined): Schema['properties'] =>
  schema?.properties ?? schema?.anyOf?.map(part => asSchema(part).properties).find(each => each !== undefined)

/** `true` and `false` are schemas too; neither says anything here. */
const asSchema = (part: z.core.JSONSchema._JSONSchema): Schema => (typeof part === 'boolean' ? {} : part)

/** An interval in words; the bounds of safe integers are no bounds. */
function range({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): string {
  const low = bound(minimum ?? exclusiveMinimum)
  const high = bound(maximum ?? exclusiveMaximum)
  if (low === null && high === null) return ''
  if (high === null) return minimum === undefined ? ` above ${low}` : ` of at least ${low}`
  if (low === null) return maximum === undefined ? ` below ${high}` : ` of at most ${high}`
  return ` in ${minimum === undefined ? '(' : '['}${low}, ${high}${maximum === undefined ? ')' : ']'}`
}

const bound = (value: number | boolean | undefined): number | null =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null

function arrays({ items, prefixItems, minItems }: Schema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(item => wanted(asSchema(item))).join(', ')}]`
  const each = items === undefined || Array.isArray(items) ? '' : ` of ${wanted(asSchema(items))}`
  return `a list${each}${minItems === undefined ? '' : `, at least ${minItems} long`}`
}

const name = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'the configuration'

/** The value as JSON, shortened to what fits on a line. */
function found(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
