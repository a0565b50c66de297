/** A problem of a configuration in words: the path, the wanted value, the value found. */
import type { z } from 'zod'
import { preview } from '../text/preview.ts'
import { isTree, leavesOf } from './tree.ts'
import { unknownKeys, type Naming } from './unknown-keys.ts'
import { asSchema, wanted } from '../text/wanted.ts'

/** The part of a JSON Schema that the texts are made from. */
type Schema = z.core.JSONSchema.BaseSchema

/**
 * One line for each problem of a refused value.
 * @param schema of the whole value, as JSON Schema of its input.
 */
export function configProblems(schema: Schema, issues: readonly z.core.$ZodIssue[], naming: Naming): string[] {
  return issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') {
      const siblings = Object.keys(propertiesOf(at(schema, issue.path)) ?? {}).filter(key => key !== '$schema')
      const parent = issue.path.map(String)
      const given = issue.keys.map(key => ({
        key,
        texts: elsewhere([...parent, key].join('.'), issue.input, key, naming),
      }))
      const keys = given.flatMap(({ key, texts }) => (texts.length === 0 ? [key] : []))
      const others = keys.length === 0 ? [] : unknownKeys(schema, { parent, keys, siblings }, naming)
      return [...given.flatMap(({ texts }) => texts), ...others]
    }
    const path = issue.path.map(String).join('.') || naming.what
    if (issue.code === 'custom') return [`${path} ${issue.message}, got ${preview(issue.input)}`]
    const part = at(schema, issue.path)
    const missing = issue.input === undefined ? ', but it is missing' : `, got ${preview(issue.input)}`
    return [`${path} must be ${part === undefined ? issue.message : wanted(part)}${missing}`]
  })
}

/** A line for each value below a key that is known elsewhere. @param input the object that holds the key. */
function elsewhere(path: string, input: unknown, key: string, { elsewhere: reasonFor }: Naming): string[] {
  const found = leavesOf(isTree(input) ? input[key] : undefined, path)
  return [...found].flatMap(([leaf, value]) => {
    const reason = reasonFor?.(leaf) ?? null
    return reason === null ? [] : [`${reason}, got ${preview(value)}`]
  })
}

/** The schema of the value at `path`, if it has one. */
function at(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  return path.reduce<Schema | undefined>((part, key) => {
    if (part === undefined) return undefined
    if (typeof key === 'number') {
      const item = part.prefixItems?.[key] ?? part.items
      return item === undefined || Array.isArray(item) ? undefined : asSchema(item)
    }
    const child = propertiesOf(part)?.[String(key)] ?? part.additionalProperties
    return child === undefined ? undefined : asSchema(child)
  }, schema)
}

/** Also of an object that may be null. */
const propertiesOf = (schema: Schema | undefined): Schema['properties'] =>
  schema?.properties ?? schema?.anyOf?.map(part => asSchema(part).properties).find(each => each !== undefined)
