/** The JSON Schema of plans, for editors: settings are those of a run, starters recipes of a warm start. */
import { inputSchema } from '../../config/checked.ts'
import { anySettingsJsonSchema, runConfigJsonSchema } from '../../methods/registry/run-json-schema.ts'
import { isTree, type Tree } from '../../config/tree.ts'
import { warmStartRecipeSchema } from '../../config/warm-start-recipe.ts'
import { armSchema, experimentPlanSchema } from './experiment-plan.ts'

/** That of the shipped `experiment.schema.json`. */
export function experimentPlanJsonSchema(): Tree {
  const plan = inputSchema(experimentPlanSchema)
  const arm = inputSchema(armSchema)
  const [planned, ofArm] = [plan.properties ?? {}, arm.properties ?? {}]
  const settings = { $ref: '#/$defs/settings' }
  const below = (part: unknown, additionalProperties: unknown): Tree => ({
    ...(isTree(part) ? part : {}),
    additionalProperties,
  })
  const arms = below(planned['arms'], {
    ...bare(arm),
    properties: { ...ofArm, settings: { ...described(ofArm['settings']), ...settings } },
  })
  return {
    title: 'Plan of an experiment of rlanything',
    ...plan,
    properties: {
      ...planned,
      settings: { ...described(planned['settings']), ...settings },
      starters: below(planned['starters'], { $ref: '#/$defs/recipe' }),
      arms,
    },
    $defs: {
      ...(runConfigJsonSchema()['$defs'] as Tree),
      settings: anySettingsJsonSchema(),
      recipe: bare(inputSchema(warmStartRecipeSchema)),
    },
  }
}

const described = (part: unknown): Tree => (isTree(part) ? { description: part['description'] } : {})

/** A schema as a part of another: without the address of its dialect. */
function bare(schema: Readonly<Record<string, unknown>>): Tree {
  const { $schema, ...rest } = schema
  return rest
}
