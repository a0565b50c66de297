/** All that can be set: as a person reads it, as a file, and as JSON Schema. */
import type { z } from 'zod'
import { inputSchema } from '../../config/checked.ts'
import { runJsonSchema, sharedDefaults } from '../../config/config.ts'
import { loadPreset } from '../../config/preset.ts'
import { sectionsOf, withDefaults, type Defaults, type Section } from '../../config/reference/keys.ts'
import { loadOptionsSchema } from '../../config/reference/options-schema.ts'
import type { Tree } from '../../config/tree.ts'
import { parseWarmStartRecipe, warmStartRecipeSchema } from '../../config/warm-start-recipe.ts'
import { loadMethod } from './registry.ts'
import { completeConfig, loadRunConfig } from './run-config.ts'

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

interface RunReferenceOptions {
  /** World whose preset and options they are; left out, the default world, its options left open. */
  readonly world?: string | undefined
  /** Preset of that world, by its name; left out, the default one. */
  readonly preset?: string | undefined
  /** Left out, the method of the preset, or the default one. */
  readonly method?: string | undefined
}

/**
 * The settings that have an effect on a run.
 *
 * @throws what `loadPreset`, `loadMethod` and `loadOptionsSchema` throw.
 */
export async function runReference({ world, preset, method }: RunReferenceOptions = {}): Promise<Reference> {
  const options = world === undefined ? null : await loadOptionsSchema(world)
  const given = {
    ...(world === undefined ? {} : { environment: { name: world } }),
    ...(method === undefined ? {} : { method }),
  }
  const own = await loadRunConfig(given, preset ?? null)
  const { settings } = await loadMethod(own.method)
  return reference(own.environment.name, withOptions(runJsonSchema(settings), options), {
    own: { ...own },
    general: { ...(await completeConfig({ method: own.method })), method: sharedDefaults().method },
  })
}

/**
 * The settings of a warm start, each `--recipe path=value`.
 *
 * @throws what `loadPreset` throws.
 */
export async function recipeReference(world: string | null, preset: string | null = null): Promise<Reference> {
  const name = world ?? sharedDefaults().environment.name
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

/** A run's schema with the options of a world instead of any. */
function withOptions(schema: Schema, options: Schema | null): Schema {
  const { environment } = schema.properties ?? {}
  if (options === null || typeof environment !== 'object') return schema
  const environmentOf = { ...environment, properties: { ...environment.properties, options } }
  return { ...schema, properties: { ...schema.properties, environment: environmentOf } }
}
