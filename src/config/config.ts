/** The settings that every run has, and the schema of a run that a method composes of these and its own. */
import { z } from 'zod'
import { checked, inputSchema } from './checked.ts'
import { engineContradictions, engineSchema } from './engine-schema.ts'
import { positiveInteger, optimisation, sampling } from './model-schema.ts'
import { supervisionSchema } from './supervision-schema.ts'

const policyShape = {
  ...sampling,
  maxTokens: positiveInteger.max(32_768).default(8).describe('maximum tokens of one action'),
  ...optimisation(3e-4),
  date: z
    .string()
    .refine(text => z.iso.date().safeParse(text).success, 'must be a date, e.g. 2026-01-31')
    .nullable()
    .default(null)
    .describe(
      'the date that chat templates write into prompts, the same in all of a run and in what it is resumed to, e.g. 2026-01-31; null is the day of its start in UTC, which its config.json then names',
    ),
}

const startersShape = {
  policy: z.string().nullable().default(null).describe('checkpoint folder; null is the shipped starter'),
}

const evaluationShape = {
  every: z.int().min(0).default(20).describe('iterations between evaluations; 0 only before and after'),
  splits: z
    .array(z.enum(['seen', 'unseen']))
    .min(1)
    .refine(splits => new Set(splits).size === splits.length, 'must name each split once')
    .default(['seen', 'unseen'])
    .describe('kinds of held-out task: like those trained on, or of kinds that training never has'),
  tasks: positiveInteger.default(256).describe('tasks a split'),
  answers: positiveInteger
    .max(1000)
    .default(1)
    .describe('episodes a task above temperature 0; the first counts for success, all of them for pass@k and mean@k'),
  temperatures: z
    .array(z.number().min(0).max(10))
    .min(1)
    .default([0.8, 0])
    .describe('sampling temperatures of the policy, each measured; 0 is greedy'),
}

/** Everything by default. The cast: of a schema with type parameters it cannot be known that all of it may be left out. */
const all = {} as never

/** @param more settings of a method that reads others than every method does. */
export const policySection = <More extends z.ZodRawShape>(more: More) =>
  z
    .strictObject({ ...policyShape, ...more })
    .prefault(all)
    .describe('sampling and training of the policy')

/** @param more as of `policySection`. */
export const startersSection = <More extends z.ZodRawShape>(more: More) =>
  z
    .strictObject({ ...startersShape, ...more })
    .prefault(all)
    .describe('the models that a run starts from')

/** @param more as of `policySection`. */
export const evaluationSection = <More extends z.ZodRawShape>(more: More) =>
  z
    .strictObject({ ...evaluationShape, ...more })
    .prefault(all)
    .describe('measurements on fixed tasks that no run trains on')

const modeShape = {
  kind: z
    .enum(['synchronous', 'asynchronous'])
    .default('synchronous')
    .describe('whether the episodes of the next iterations are played while one is trained on'),
  staleness: z
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe('asynchronous: maximum staleness of samples, in trainings of the model since they were drawn'),
  stale: z
    .enum(['reweight', 'drop'])
    .default('reweight')
    .describe(
      'asynchronous: samples of older weights are weighed by the importance ratio, or there are none: episodes then wait for training',
    ),
  ratioCap: z.number().positive().default(2).describe('asynchronous: ρ̄, the largest importance ratio'),
}

const tasksShape = {
  slots: positiveInteger.default(512).describe('task slots; their number never changes'),
  perIteration: positiveInteger.default(16).describe('slots drawn an iteration'),
  episodes: positiveInteger.default(8).describe('episodes a task: the size of a group'),
  file: z
    .string()
    .nullable()
    .default(null)
    .describe('tasks to start from, one JSON object a line; null generates them'),
}

/** The sections of every run. */
const runSections = {
  $schema: z.string().optional().describe('where the JSON Schema of this file is, for editors; of no effect on a run'),
  seed: z.int().min(0).default(1).describe('every draw of the run is keyed by it'),
  iterations: positiveInteger.max(1_000_000).default(180).describe('iterations from the first to the last'),
  method: z
    .string()
    .min(1)
    .default('rlanything')
    .describe('training method: a name of docs/methods, or the path of your module'),
  mode: z.strictObject(modeShape).prefault({}).describe('whether episodes are played ahead of training'),
  environment: z
    .strictObject({
      name: z
        .string()
        .min(1)
        .default('household')
        .describe('a world of the package by name, or the path of your module'),
      options: z.record(z.string(), z.unknown()).default({}).describe("the world's own options"),
      threads: positiveInteger.max(64).default(1).describe('environment threads'),
    })
    .prefault({})
    .describe('the world'),
  engine: engineSchema.prefault({}).describe('the engine that computes the models'),
  starters: startersSection({}),
  tasks: z.strictObject(tasksShape).prefault({}).describe('which tasks are played, and how often'),
  policy: policySection({}),
  evaluation: evaluationSection({}),
  checkpoint: z
    .strictObject({
      every: z.int().min(0).default(10).describe('iterations between checkpoints; 0 only at the end'),
      keep: positiveInteger.default(2).describe('checkpoints kept'),
    })
    .prefault({})
    .describe('checkpoints of a run'),
  supervision: supervisionSchema.prefault({}).describe('deaths and hangs of actors'),
  placement: z
    .record(
      z.string(),
      z.strictObject({
        on: z.string().min(1).nullable().default(null),
        threads: positiveInteger.nullable().default(null),
      }),
    )
    .default({})
    .describe(
      'of --nats: roles whose actors are on workers, each with `on`, which these must have, and `threads`, how many of them; the rest is here',
    ),
} as const

const { kind, staleness, stale } = modeShape
const { perIteration, episodes } = tasksShape

/** Takes the place of a section of which a method reads nothing. */
export const unread = z.strictObject({}).prefault({})

/** `tasks` of methods that play tasks that are in no slot. */
export const tasksOutsideSlots = z
  .strictObject({ perIteration: perIteration.describe('tasks drawn an iteration'), episodes })
  .prefault({})
  .describe('how many tasks are played, and how often')

/** The sections of methods that play vector worlds by rows: they have no language models, task slots, episodes and held-out tasks. */
export const rowSections = {
  mode: z.strictObject({ kind, staleness, stale }).prefault({}).describe('whether rows are played ahead of training'),
  ...{ starters: unread, tasks: unread, policy: unread },
  evaluation: z.strictObject({ every: evaluationShape.every }).prefault({}).describe('when the method measures itself'),
  supervision: supervisionSchema.omit({ invalidShare: true }).prefault({}).describe('deaths and hangs of actors'),
}

const sharedSchema = z.strictObject(runSections)

/** The settings that every run has, complete. Its method's are in the same object, and are known to the method. @interface */
export type RunConfig = Omit<z.output<typeof sharedSchema>, '$schema'>

/** Sections that a method reads besides, by name; one of `runSections` takes the place of that one. */
export type MethodSettings = Readonly<Record<string, z.ZodType>>

/** The configuration of a run by the method. */
export type ConfigOf<Settings extends MethodSettings> = RunConfig & {
  readonly [Section in keyof Settings]: z.output<Settings[Section]>
}

/** Names of the models that a run by a method starts from. */
export function starterNames({ starters: section = runSections.starters }: MethodSettings): readonly string[] {
  const inner = section instanceof z.ZodPrefault ? section.unwrap() : section
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

/** All settings of a run by a method that reads these besides. */
export const runSchema = (settings: MethodSettings): z.ZodObject => z.strictObject({ ...runSections, ...settings })

/** The same as JSON Schema of a person's input: everything may be left out. */
export const runJsonSchema = (settings: MethodSettings): z.core.JSONSchema.BaseSchema =>
  inputSchema(runSchema(settings))

/** The defaults of the settings that every run has. */
export const sharedDefaults = (): RunConfig => sharedSchema.parse({})

const keptSchema = z.looseObject({
  ...runSections,
  starters: z.looseObject(startersShape),
  policy: z.looseObject(policyShape),
  evaluation: z.looseObject(evaluationShape),
})

/**
 * A configuration as it was kept, complete: the settings of its method are not looked at, so that the method need not be there.
 *
 * @throws {ConfigError} if one of the settings that every run has is wrong.
 */
export const keptConfig = (value: unknown): RunConfig =>
  checked(keptSchema, value, { what: 'the configuration', contradictions })

/** Values of shared settings that are allowed one by one but not together. */
export function contradictions({ engine, supervision }: RunConfig): string[] {
  const problems = [...engineContradictions(engine)]
  if (supervision.maxDelayMs < supervision.firstDelayMs) {
    problems.push(
      `supervision.maxDelayMs must be at least supervision.firstDelayMs (${supervision.firstDelayMs}), got ${supervision.maxDelayMs}`,
    )
  }
  return problems
}

/** The same, where tasks are drawn from slots. */
export const slotContradictions = ({ tasks: { perIteration, slots } }: RunConfig): readonly string[] =>
  perIteration > slots ? [`tasks.perIteration must be at most tasks.slots (${slots}), got ${perIteration}`] : []
