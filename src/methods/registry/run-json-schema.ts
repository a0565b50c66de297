/** The JSON Schema of configurations, for editors: that of each method of the package, by its key `method`. */
import { runJsonSchema, sharedDefaults } from '../../config/config.ts'
import type { Tree } from '../../config/tree.ts'
import { shippedMethods } from './registry.ts'

const { $schema: _file, ...shared }: Tree = { ...runJsonSchema({}).properties }

/** Sections of every run are written once. */
const referred = (properties: Tree): Tree =>
  Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      JSON.stringify(part) === JSON.stringify(shared[name]) ? { $ref: `#/$defs/${name}` } : part,
    ]),
  )

/** Without a default: a method that is left out is the usual one. */
const methodBeing = (what: Tree): Tree => {
  const { default: _, ...method } = shared['method'] as Tree
  return { method: { ...method, ...what } }
}

const variants = shippedMethods.map(({ name, settings }) => ({
  title: `a run by ${name}`,
  type: 'object',
  properties: referred({ ...runJsonSchema(settings).properties, ...methodBeing({ enum: [name] }) }),
  additionalProperties: false,
  ...(name === sharedDefaults().method ? {} : { required: ['method'] }),
}))

/** Of the settings of a method of your own, which this schema cannot know, nothing is checked. */
const ofModule = {
  title: 'a run by a module',
  type: 'object',
  properties: referred({ ...shared, ...methodBeing({ pattern: '[./\\\\]' }) }),
  required: ['method'],
}

/** Everything may be left out. */
export const runConfigJsonSchema: Tree = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  anyOf: [...variants, ofModule],
  $defs: shared,
}

/** Settings of any method of the package, as a part of a plan: its arms may be by different methods. */
export const anySettingsJsonSchema: Tree = {
  type: 'object',
  properties: Object.fromEntries(
    [...new Set(variants.flatMap(({ properties }) => Object.keys(properties)))].map(name => {
      const parts = new Map(
        variants.flatMap(({ properties }) => {
          const part = name === 'method' ? shared['method'] : properties[name]
          return part === undefined ? [] : [[JSON.stringify(part), part] as const]
        }),
      )
      const [first, ...others] = parts.values()
      return [name, others.length === 0 ? first : { anyOf: [first, ...others] }]
    }),
  ),
  additionalProperties: false,
}
