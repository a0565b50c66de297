/** The JSON Schema of configurations, for editors: that of each method of the package, by its key `method`. */
import { z } from 'zod'
import { inputSchema } from '../../config/checked.ts'
import { runJsonSchema, sharedDefaults } from '../../config/config.ts'
import type { Tree } from '../../config/tree.ts'
import { shippedMethods } from './registry.ts'

const { $schema, ...shared }: Tree = runJsonSchema({}).properties ?? {}

/** Sections of every run are written once. */
const references: Tree = Object.fromEntries(Object.keys(shared).map(name => [name, { $ref: `#/$defs/${name}` }]))

/** Without a default: a method that is left out is the usual one. */
const methodBeing = (what: Tree): Tree => {
  const { default: _, ...method } = shared['method'] as Tree
  return { method: { ...method, ...what } }
}

/** Those of every run are referred to; only the method's own are written out. */
const propertiesOf = ({ name, settings }: (typeof shippedMethods)[number]): Tree => ({
  $schema,
  ...references,
  ...inputSchema(z.strictObject(settings)).properties,
  ...methodBeing({ enum: [name] }),
})

const variants = shippedMethods.map(method => ({
  title: `a run by ${method.name}`,
  type: 'object',
  properties: propertiesOf(method),
  additionalProperties: false,
  ...(method.name === sharedDefaults().method ? {} : { required: ['method'] }),
}))

/** The settings of a module's method, which this schema cannot know, are not checked. */
const ofModule = {
  title: 'a run by a module',
  type: 'object',
  properties: { ...references, ...methodBeing({ pattern: '[./\\\\]' }) },
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
