/** Options of a world, read by the JSON Schema that describes them: their bounds, defaults and meaning stand there alone. */
import { z } from 'zod'
import { preview } from './preview.ts'
import { wanted } from './wanted.ts'

interface OptionsSchema {
  /** Of each option a JSON Schema. */
  readonly properties: Readonly<Record<string, object>>
}

/** Those options that have a default are there. */
type WithDefaults<Options, Properties> = Options & {
  readonly [
    Name in keyof Options as Name extends keyof Properties
      ? Properties[Name] extends { readonly default: unknown }
        ? Name
        : never
      : never
  ]-?: Exclude<Options[Name], undefined>
}

/**
 * The options with their defaults; one without a default may be `null`, which is as if it were left out.
 *
 * @param world its name, for errors.
 * @throws {RangeError} naming the option, the value found and the value wanted.
 */
export function readOptions<Options extends object, Schema extends OptionsSchema>(
  world: string,
  { properties }: Schema,
  options: Options,
): WithDefaults<Options, Schema['properties']> {
  const parts = new Map(Object.entries(properties) as [string, z.core.JSONSchema.JSONSchema][])
  const found = new Map<string, unknown>()
  for (const [name, part] of parts) if ('default' in part) found.set(name, part.default)
  for (const [name, value] of Object.entries(options)) {
    const part = parts.get(name)
    if (part === undefined)
      throw new RangeError(`${world} has no option ${name}: it has ${[...parts.keys()].join(', ')}`)
    if (value === undefined || (value === null && !found.has(name))) continue
    if (!z.fromJSONSchema(part).safeParse(value).success)
      throw new RangeError(`${name} must be ${wanted(part)}, got ${preview(value)}`)
    found.set(name, value)
  }
  return Object.fromEntries(found) as WithDefaults<Options, Schema['properties']>
}

/** Schema of whole numbers. */
export const integerBetween = <Least extends number, Most extends number>(minimum: Least, maximum: Most) =>
  ({ type: 'integer', minimum, maximum }) as const

/** Schema of a whole number, or of a range of them. */
export function numberOrRange(minimum: number, maximum: number) {
  const number = integerBetween(minimum, maximum)
  return { anyOf: [number, { type: 'array', prefixItems: [number, number], items: false, minItems: 2, maxItems: 2 }] }
}

/** @throws {RangeError} if the ends are not in order, which a schema cannot say. */
export function asRange(name: string, wanted: number | readonly [number, number]): readonly [number, number] {
  if (typeof wanted === 'number') return [wanted, wanted]
  if (wanted[0] > wanted[1])
    throw new RangeError(`${name} must be [low, high] with low <= high, got ${preview(wanted)}`)
  return wanted
}
