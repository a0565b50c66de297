/** The options of a throughput benchmark, with their defaults, checks and help. */
import { z } from 'zod'
import { checked } from '../../config/checked.ts'
import { sameData } from '../../contracts/same-data.ts'
import { engineContradictions, engineSchema } from '../../config/engine-schema.ts'

const count = z.int().min(1)
const positive = z.number().positive()
const engines = engineSchema.extend({ threads: engineSchema.shape.threads.default(1) })

export const models = ['none', 'mlp', 'lm'] as const
export type ModelKind = (typeof models)[number]

const schema = z.strictObject({
  models: z
    .array(z.enum(models))
    .min(1)
    .default([...models]),
  threads: z.array(count.max(256)).min(1).default([4]),
  worlds: z.array(count.max(1_000_000)).min(1).default([256]),
  seconds: positive.max(3600).default(3),
  episodes: count.max(1_000_000).nullable().default(null),
  rounds: count.max(1000).default(3),
  module: z.string().min(1).nullable().default(null),
  options: z.record(z.string(), z.unknown()).default({}),
  hidden: z.array(count.max(65_536)).default([256, 256]),
  maxRows: count.max(65_536).default(256),
  temperature: z.number().min(0).max(10).default(0),
  environment: z.string().min(1).default('household'),
  seed: z.int().min(0).default(1),
  engine: engines.prefault({}),
})

/** Complete: `parseThroughputOptions` fills in the defaults. */
export interface ThroughputOptions {
  /** `none` and `mlp` drive vector worlds, `lm` a world in text by the starter that comes with it. */
  readonly models: readonly ModelKind[]
  /** Environment threads; each is measured with each number of worlds. */
  readonly threads: readonly number[]
  /** Worlds a thread. */
  readonly worlds: readonly number[]
  /** Length of one measurement; as long is taken for the engine alone. */
  readonly seconds: number
  /** Fixed work: each measurement of `lm` plays so many, from the start to the end of the last; `null` measures for `seconds`. */
  readonly episodes: number | null
  /** Measurements of which the median is given, each beside one of the engine alone. */
  readonly rounds: number
  /** Path of a module that makes a `VectorWorld`; `null` is the counting world. */
  readonly module: string | null
  /** The vector world's own options. */
  readonly options: Readonly<Record<string, unknown>>
  /** Sizes of the hidden layers of `mlp`. */
  readonly hidden: readonly number[]
  /** Most observations of one device call of `none` and `mlp`. */
  readonly maxRows: number
  /** Of the choice of actions; 0 takes the likeliest. */
  readonly temperature: number
  /** World of `lm`. */
  readonly environment: string
  readonly seed: number
  readonly engine: z.output<typeof engines>
}

/** @throws {ConfigError} naming each wrong option, with the value found and what is wanted. */
export const parseThroughputOptions = (value: unknown): ThroughputOptions =>
  checked(schema, value, {
    what: 'the benchmark',
    listedBy: 'rlanything bench --help',
    contradictions: ({ engine, episodes, models }) => [
      ...engineContradictions(engine),
      ...(episodes === null || sameData(models, ['lm'])
        ? []
        : [`episodes must be null unless models is lm, whose episodes are told one by one, got ${episodes}`]),
    ],
  })
