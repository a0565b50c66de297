/** All that can be set: as a person reads it, as a file, and as JSON Schema. */
import type { z } from 'zod'
import { inputSchema } from '../checked.ts'
import { parseRunConfig, runConfigJsonSchema } from '../config.ts'
import { loadPreset, loadRunConfig } from '../preset.ts'
import type { Tree } from '../tree.ts'
import { parseWarmStartRecipe, warmStartRecipeSchema } from '../warm-start-recipe.ts'
import { sectionsOf, withDefaults, type Defaults, type Section } from './keys.ts'
import { loadOptionsSchema } from './options-schema.ts'

type Schema = z.core.JSONSchema.BaseSchema

export interface Reference {
  /** Whose preset it is. */
  readonly world: string
  /** Complete, as in a file. */
  readonly defaults: Tree
  /** With the defaults of the world. */
  readonly schema: Schema
  readonly sections: readonly Section[]
}

/**
 * The settings of a run.
 *
 * @param world whose preset and options they are; `null` is the default world, its options left open.
 * @param preset of that world, by its name; `null` is the default one.
 * @throws what `loadPreset` and `loadOptionsSchema` throw.
 */
export async function runReference(world: string | null, preset: string | null = null): Promise<Reference> {
  const options = world === null ? null : await loadOptionsSchema(world)
  const own = await loadRunConfig(world === null ? {} : { environment: { name: world } }, preset)
  return reference(own.environment.name, withOptions(runConfigJsonSchema, options), {
    own,
    general: parseRunConfig({}),
  })
}

/**
 * The settings of a warm start, each `--recipe path=value`.
 *
 * @throws what `loadPreset` throws.
 */
export async function recipeReference(world: string | null, preset: string | null = null): Promise<Reference> {
  const name = world ?? parseRunConfig({}).environment.name
  const { recipe } = await loadPreset(name, preset)
  const own = parseWarmStartRecipe(recipe)
  return reference(name, inputSchema(warmStartRecipeSchema), { own, general: parseWarmStartRecipe({}) })
}

const reference = (world: string, schema: Schema, defaults: Defaults): Reference => ({
  world,
  defaults: defaults.own,
  schema: withDefaults(schema, defaults.own),
  sections: sectionsOf(schema, defaults),
})

/** A run's schema with the options of a world in the place of any. */
function withOptions(schema: Schema, options: Schema | null): Schema {
  const { environment } = schema.properties ?? {}
  if (options === null || typeof environment !== 'object') return schema
  const environmentOf = { ...environment, properties: { ...environment.properties, options } }
  return { ...schema, properties: { ...schema.properties, environment: environmentOf } }
}
