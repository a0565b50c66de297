/** A JSON Schema in words. */
import type { z } from 'zod'

/** The part of a JSON Schema that the texts are made from. */
type Schema = z.core.JSONSchema.BaseSchema

/** A value of this schema, e.g. `a number in (0, 1]`. */
export function wanted(schema: Schema): string {
  if (schema.enum !== undefined) {
    const values = schema.enum.map(value => JSON.stringify(value)).join(', ')
    return schema.enum.length === 1 ? values : `one of ${values}`
  }
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

/** `true` and `false` are schemas too; neither says anything here. */
export const asSchema = (part: z.core.JSONSchema._JSONSchema): Schema => (typeof part === 'boolean' ? {} : part)

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

function arrays({ items, prefixItems, minItems, uniqueItems }: Schema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(item => wanted(asSchema(item))).join(', ')}]`
  const each = items === undefined || Array.isArray(items) ? '' : ` of ${wanted(asSchema(items))}`
  return `a list${each}${minItems === undefined ? '' : `, at least ${minItems} long`}${uniqueItems === true ? ', each once' : ''}`
}
