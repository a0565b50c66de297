/** The options of a throughput benchmark, with their defaults, checks and help. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { checked, inputSchema } from '../../config/checked.ts'
import { engineContradictions, engineSchema } from '../../config/engine-schema.ts'
import { sectionsOf, type Section } from '../../config/reference/keys.ts'
import { sameData } from '../../contracts/same-data.ts'
import { describeValue } from '../../user-code/describe-value.ts'
import { models, type ModelKind } from './models.ts'
import { checkedLinkOptions, overflows } from '../../runtime/wires/link-options.ts'

const count = z.int().min(1)
const positive = z.number().positive()
const engines = engineSchema.extend({
  threads: engineSchema.shape.threads.default(1).describe('threads of the engine'),
})
const link = checkedLinkOptions({})

/** One core is the engine's. */
const usualThreads = Math.max(1, Math.min(4, availableParallelism() - 1))

const schema = z.strictObject({
  models: z
    .array(z.enum(models))
    .min(1)
    .nullable()
    .default(null)
    .describe(
      'what chooses actions: nothing and a network in vector worlds, a language model in a world in text; train: iterations of a training run; null is those that fit the world, without train',
    ),
  threads: z
    .array(count.max(256))
    .min(1)
    .default([usualThreads])
    .describe('environment threads; each number is measured with each number of worlds'),
  worlds: z.array(count.max(1_000_000)).min(1).default([256]).describe('worlds a thread'),
  seconds: positive
    .max(3600)
    .default(3)
    .describe('length of one measurement; the engine alone is measured for as long'),
  episodes: count
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('fixed work of lm: episodes that each measurement plays; null measures for a time'),
  iterations: count.max(1000).default(3).describe('iterations of train that are measured, after one to warm up'),
  run: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      "settings of train over the preset of the world, e.g. run.tasks.episodes=4; not those of the benchmark's own",
    ),
  rounds: count.max(1000).default(3).describe('measurements, each beside one of the engine alone'),
  environment: z
    .strictObject({
      name: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe('a world by name, or the path of your module; null is one that counts and, for lm, the household'),
      options: z.record(z.string(), z.unknown()).default({}).describe("the world's own options"),
    })
    .prefault({})
    .describe('the world'),
  policy: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('folder of the language model of lm; null is the shipped starter, or random weights where there is none'),
  actor: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('your module of an actor instead of gpu (none), or of policy (lm with episodes); null is the usual one'),
  hidden: z.array(count.max(65_536)).default([256, 256]).describe('sizes of the hidden layers of mlp'),
  maxRows: count.max(65_536).default(256).describe('maximum observations of one device call of none and mlp'),
  maxBatch: count.max(65_536).default(1024).describe('maximum requests of one device call of lm'),
  temperature: z
    .number()
    .min(0)
    .max(10)
    .default(0)
    .describe('of the choice of actions of none and mlp; 0 takes the likeliest'),
  seed: z.int().min(0).default(1).describe('every draw is keyed by it'),
  engine: engines.prefault({}).describe('the engine that computes the models'),
  link: z
    .strictObject({
      window: count.default(link.window).describe('maximum messages sent and not yet consumed'),
      bound: count.default(link.bound).describe('maximum messages that wait to be sent'),
      gather: count.default(link.gather).describe('messages that leave at once'),
      overflow: z.enum(overflows).default(link.overflow).describe('what happens to a message beyond the bound'),
      waitMs: positive.default(link.waitMs).describe('longest wait for a full mailbox, in milliseconds'),
    })
    .prefault({})
    .describe('the links between actors'),
})

/** Complete: `parseThroughputOptions` fills in the defaults. @interface */
export type ThroughputOptions = z.output<typeof schema>

/** @throws {ConfigError} naming each wrong option, with the value found and the value wanted. */
export const parseThroughputOptions = (value: unknown): ThroughputOptions =>
  checked(schema, value, {
    what: 'the benchmark',
    listedBy: 'rlanything bench --help',
    contradictions: options => {
      const { engine, episodes, models, actor } = options
      return [
        ...engineContradictions(engine),
        ...withoutEffect(options),
        ...(actor !== null && models?.some(model => model === 'mlp' || model === 'train') === true
          ? [`actor must be null where models has mlp or train, got ${actor}`]
          : []),
        ...(episodes === null || models === null || models.every(model => model === 'lm')
          ? []
          : [`episodes must be null unless models is lm, whose episodes are told one by one, got ${episodes}`]),
      ]
    },
  })

/** The models whose measurements they are of; those that are missing are of all. */
const measuredWith: Partial<Readonly<Record<keyof ThroughputOptions, readonly ModelKind[]>>> = {
  worlds: ['none', 'mlp', 'lm'],
  seconds: ['none', 'mlp', 'lm'],
  link: ['none', 'mlp', 'lm'],
  maxRows: ['none', 'mlp'],
  maxBatch: ['none', 'mlp', 'lm'],
  temperature: ['none', 'mlp'],
  hidden: ['mlp'],
  policy: ['lm'],
  iterations: ['train'],
  run: ['train'],
}

/** What departs from its default, and has no effect on the models that are measured. */
function withoutEffect(options: ThroughputOptions): readonly string[] {
  const { models } = options
  const measured = models ?? ['none', 'mlp', 'lm']
  const defaults: Readonly<Record<string, unknown>> = schema.parse({})
  return Object.entries(options).flatMap(([key, value]) => {
    const own = Object.entries(measuredWith).find(([name]) => name === key)?.[1]
    if (own === undefined || measured.some(model => own.includes(model)) || sameData(value, defaults[key])) return []
    return [
      `${key} must be left out where models is ${models?.join(', ') ?? 'null'}, got ${describeValue(value)}: it is of ${own.join(', ')}`,
    ]
  })
}

/** All keys with their meaning. */
export const throughputSections = (): readonly Section[] => sectionsOf(inputSchema(schema), { own: {}, general: {} })
