/** The plan of an experiment: runs that differ in stated settings, and the comparisons that are asked before they are made. */
import { z } from 'zod'
import { checked } from '../../config/checked.ts'
import { planContradictions } from './contradictions.ts'

const text = z.string().min(1)
const tree = z.record(z.string(), z.unknown())
const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const armSchema = z.strictObject({
  about: text.describe('the arm in a sentence'),
  settings: tree.default({}).describe('settings of its runs, over those of the plan'),
  starters: z
    .string()
    .nullable()
    .default(null)
    .describe('starters of the plan that its runs start from; null is those of the settings'),
})

const comparisonSchema = z.strictObject({
  claim: text.describe(
    'in a sentence: the measure of arm is higher than that of against, or lower by less than the margin',
  ),
  arm: text.describe('an arm of the plan'),
  against: text.describe('the arm that it is compared with'),
  measure: text.describe('a measure of the plan'),
  margin: z
    .number()
    .min(0)
    .default(0)
    .describe('for a claim of at least as much: by how much arm may be lower, in the unit of the measure'),
})

export const experimentPlanSchema = z.strictObject({
  $schema: z.string().optional().describe('where the JSON Schema of this file is, for editors; of no effect'),
  title: text.describe('title of tables and pages'),
  question: text.describe('the question that the experiment is to answer'),
  world: text.describe('a world of the package by name, or the path of your module'),
  preset: z.string().nullable().default(null).describe('a preset of the world by its name; null is the default one'),
  settings: tree.default({}).describe('settings of all runs, over the preset of the world'),
  seeds: z
    .array(z.int().min(0))
    .min(1)
    .refine(unique, 'must name each seed once')
    .describe('every arm is run with each of them'),
  starters: z
    .record(z.string(), tree)
    .default({})
    .describe('models to start from, by name: each is made once, by a recipe over that of the world'),
  arms: z.record(z.string(), armSchema).describe('the settings that are compared, by name'),
  measures: z.array(text).min(1).refine(unique, 'must name each measure once').describe('quantities that are reported'),
  comparisons: z.array(comparisonSchema).default([]).describe('comparisons of two arms, written down before running'),
})

/**
 * A plan with defaults filled in; `arms` and `starters` by name.
 *
 * @interface
 */
export type ExperimentPlan = Omit<z.output<typeof experimentPlanSchema>, '$schema'>
export type PlannedComparison = z.output<typeof comparisonSchema>

/**
 * A complete plan. The settings in it are checked by `plannedRuns`, over the preset of the world.
 *
 * @throws {ConfigError} naming each wrong key by its path, with the value found and the value wanted.
 */
export function parseExperimentPlan(value: unknown): ExperimentPlan {
  const naming = { what: 'the plan', contradictions: planContradictions }
  const { $schema, ...plan } = checked(experimentPlanSchema, value, naming)
  return plan
}
