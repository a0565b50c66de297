/** The keys of a schema as a person reads them, section by section. */
import type { z } from 'zod'
import { asSchema, wanted } from '../../text/wanted.ts'
import { isTree, type Tree } from '../tree.ts'
import { sameData } from '../../contracts/same-data.ts'

type Schema = z.core.JSONSchema.BaseSchema

export interface SettingKey {
  /** As `--set` takes it, e.g. `policy.clip`. */
  readonly path: string
  /** By default; `undefined` where it must be given or the default depends on others. */
  readonly value: unknown
  /** By default in any world; another where the preset of the world departs from it. */
  readonly general: unknown
  readonly wanted: string
  readonly meaning: string
}

/** A key of the first level with all below it, or those that have nothing below them. */
export interface Section {
  /** Empty of those with nothing below them. */
  readonly name: string
  readonly meaning: string
  readonly keys: readonly SettingKey[]
}

/** Complete settings by default: of one world, and of any. */
export interface Defaults {
  readonly own: Tree
  readonly general: Tree
}

/** The sections of a schema, those keys first that have nothing below them. */
export function sectionsOf(schema: Schema, defaults: Defaults): readonly Section[] {
  /* The location of a schema file is no setting. */
  const parts = Object.entries(propertiesOf(schema)).filter(([name]) => name !== '$schema')
  const named = parts.flatMap(([name, part]): Section[] =>
    part.properties === undefined
      ? []
      : [{ name, meaning: part.description ?? '', keys: keysOf(part, [name], defaults) }],
  )
  const single = parts.flatMap(([name, part]) =>
    part.properties === undefined ? keyAndBelow(part, [name], defaults) : [],
  )
  return [{ name: '', meaning: 'keys of the first level', keys: single }, ...named].filter(
    ({ keys }) => keys.length > 0,
  )
}

/** Whether the preset of the world departs here from what holds in any. */
export const departs = ({ value, general }: SettingKey): boolean => !sameData(value, general)

/** A copy of `schema` whose defaults are those of a tree, where that has any. */
export function withDefaults(schema: Schema, tree: Tree): Schema {
  const properties = Object.entries(propertiesOf(schema)).map(([key, part]): [string, Schema] => {
    const value = tree[key]
    if (value === undefined) return [key, part]
    return [
      key,
      part.properties !== undefined && isTree(value) ? withDefaults(part, value) : { ...part, default: value },
    ]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const keysOf = (schema: Schema, path: readonly string[], defaults: Defaults): readonly SettingKey[] =>
  Object.entries(propertiesOf(schema)).flatMap(([key, part]) => keyAndBelow(part, [...path, key], defaults))

/** The value of `tree` at `path`; `otherwise` if missing. */
function valueAt(tree: unknown, [key, ...rest]: readonly string[], otherwise: unknown): unknown {
  if (key === undefined) return tree
  return isTree(tree) && Object.hasOwn(tree, key) ? valueAt(tree[key], rest, otherwise) : otherwise
}

/** An object that may be left out, or be null, is a key itself and has keys below. */
function keyAndBelow(schema: Schema, path: readonly string[], defaults: Defaults): readonly SettingKey[] {
  if (schema.properties !== undefined) return keysOf(schema, path, defaults)
  const key: SettingKey = {
    path: path.join('.'),
    value: valueAt(defaults.own, path, schema.default),
    general: valueAt(defaults.general, path, schema.default),
    wanted: wanted(schema),
    meaning: schema.description ?? '',
  }
  const below = schema.anyOf?.flatMap(part => keysOf(asSchema(part), path, defaults)) ?? []
  return [key, ...below]
}

const propertiesOf = ({ properties = {} }: Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, asSchema(part)]))
