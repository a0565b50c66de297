/** The JSON Schema of configurations, for editors: that of each method of the package, by its key `method`. */
import { z } from 'zod'
import { inputSchema } from '../../config/checked.ts'
import { runJsonSchema, sharedDefaults } from '../../config/config.ts'
import type { Tree } from '../../config/tree.ts'
import { shippedMethods } from './registry.ts'

/** Everything may be left out. */
export function runConfigJsonSchema(): Tree {
  const { shared, references, variants } = ofMethods()
  /* The settings of a module's method, which this schema cannot know, are not checked. */
  const ofModule = {
    title: 'a run by a module',
    type: 'object',
    properties: { ...references, ...methodBeing(shared, { pattern: '[./\\\\]' }) },
    required: ['method'],
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    anyOf: [...variants, ofModule],
    $defs: shared,
  }
}

/** Settings of any method of the package, as a part of a plan: its arms may be by different methods. */
export function anySettingsJsonSchema(): Tree {
  const { shared, variants } = ofMethods()
  const names = new Set(variants.flatMap(({ properties }) => Object.keys(properties)))
  const properties = Object.fromEntries(
    [...names].map(name => {
      const parts = new Map(
        variants.flatMap(({ properties }) => {
          const part = name === 'method' ? shared['method'] : properties[name]
          return part === undefined ? [] : [[JSON.stringify(part), part] as const]
        }),
      )
      const [first, ...others] = parts.values()
      return [name, others.length === 0 ? first : { anyOf: [first, ...others] }]
    }),
  )
  return { type: 'object', properties, additionalProperties: false }
}

/** Sections of every run are written once, and referred to; those of each method are written out. */
function ofMethods() {
  const { $schema, ...shared }: Tree = runJsonSchema({}).properties ?? {}
  const references: Tree = Object.fromEntries(Object.keys(shared).map(name => [name, { $ref: `#/$defs/${name}` }]))
  const variants = shippedMethods.map(({ name, settings }) => {
    const own = inputSchema(z.strictObject(settings)).properties
    const properties: Tree = { $schema, ...references, ...own, ...methodBeing(shared, { enum: [name] }) }
    return {
      title: `a run by ${name}`,
      type: 'object',
      properties,
      additionalProperties: false,
      ...(name === sharedDefaults().method ? {} : { required: ['method'] }),
    }
  })
  return { shared, references, variants }
}

/** Without a default: a method that is left out is the usual one. */
function methodBeing(shared: Tree, what: Tree): Tree {
  const { default: _, ...method } = shared['method'] as Tree
  return { method: { ...method, ...what } }
}
