/** What is wrong with a configuration, in words: the path, what is wanted, what was found. */
import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { asSchema, wanted } from './wanted.ts'

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

const name = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'the configuration'

/** The value as JSON, shortened to what fits on a line. */
function found(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
