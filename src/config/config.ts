/** The complete configuration of a run: one schema, from which types, defaults, checks and help come. */
import { z } from 'zod'
import { adaptationSchema } from './adaptation-schema.ts'
import { checked, inputSchema } from './checked.ts'
import { engineContradictions, engineSchema } from './engine-schema.ts'
import { openaiSchema, serviceContradictions } from './openai-schema.ts'
import { supervisionSchema } from './supervision-schema.ts'

const share = z.number().min(0).max(1)
const count = z.int().min(1)
const positive = z.number().positive()

const sampling = {
  temperature: z.number().min(0).max(10).default(1).describe('sampling temperature; 0 is greedy'),
  topP: z.number().gt(0).max(1).default(1).describe('nucleus mass; 1 is off'),
}

const optimisation = {
  learningRate: positive.max(1).describe('AdamW step size at the first iteration'),
  finalLearningRate: share.default(0.05).describe('share of learningRate left at the last iteration (linear decay)'),
  warmupIterations: z.int().min(0).default(0).describe('iterations over which the learning rate rises; 0 is off'),
  minibatches: count.max(64).default(4).describe('updates an iteration'),
  oldLogprobs: z
    .enum(['scored', 'sampled'])
    .default('scored')
    .describe(
      'π_old: log-probabilities computed by a forward pass before the first update, or those recorded in sampling',
    ),
  clip: positive.max(1).default(0.2).describe('ε of the clipped ratio'),
  klWeight: z.number().min(0).default(0.01).describe('β of the KL term'),
  clipNorm: positive.default(1).describe('largest gradient norm'),
  objective: z
    .strictObject({
      module: z.string().min(1).describe('path of the compiled module of an objective of your own'),
      options: z.record(z.string(), z.unknown()).default({}).describe("the objective's own options"),
    })
    .nullable()
    .default(null)
    .describe('loss function; null is the clipped objective, by clip and klWeight'),
}

const band = (low: number, high: number) =>
  z
    .tuple([share, share])
    .refine(([from, to]) => from <= to, 'must be [low, high] with low <= high')
    .default([low, high])

export const runConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('where the JSON Schema of this file is, for editors; of no effect on a run'),
  seed: z.int().min(0).default(1).describe('every draw of the run is keyed by it'),
  iterations: count.max(1_000_000).default(180).describe('iterations from the first to the last'),
  method: z
    .string()
    .min(1)
    .default('rlanything')
    .describe('training method: a name of docs/methods, or the path of the compiled module of your own'),
  methodOptions: z.record(z.string(), z.unknown()).default({}).describe("the method's own options"),
  mode: z
    .strictObject({
      kind: z
        .enum(['synchronous', 'asynchronous'])
        .default('synchronous')
        .describe('whether the episodes of the next iterations are played while one is trained on'),
      staleness: count
        .max(64)
        .default(1)
        .describe('asynchronous: maximum staleness of samples, in trainings of the model since they were drawn'),
      stale: z
        .enum(['reweight', 'drop'])
        .default('reweight')
        .describe(
          'asynchronous: samples of older weights are weighed by the importance ratio, or there are none: episodes then wait for training',
        ),
      ratioCap: positive.default(2).describe('asynchronous: ρ̄, the largest importance ratio'),
    })
    .prefault({})
    .describe('whether episodes are played ahead of training'),
  environment: z
    .strictObject({
      name: z
        .string()
        .min(1)
        .default('household')
        .describe('a world of the package by its name, or the path of the compiled module of your own'),
      options: z.record(z.string(), z.unknown()).default({}).describe("the world's own options"),
      threads: count.max(64).default(1).describe('environment threads'),
    })
    .prefault({})
    .describe('the world'),
  engine: engineSchema.prefault({}).describe('the engine that computes the models'),
  starters: z
    .strictObject({
      policy: z.string().nullable().default(null).describe('checkpoint folder; null is the shipped starter'),
      rewardModel: z.string().nullable().default(null).describe('checkpoint folder; null is the shipped starter'),
    })
    .prefault({})
    .describe('the models that a run starts from'),
  tasks: z
    .strictObject({
      slots: count.default(512).describe('task slots; their number never changes'),
      perIteration: count.default(16).describe('slots drawn an iteration'),
      episodes: count.default(8).describe('episodes a task: the size of a group'),
      file: z
        .string()
        .nullable()
        .default(null)
        .describe('tasks to start from, one JSON object a line; null generates them'),
    })
    .prefault({})
    .describe('which tasks are played, and how often'),
  feedback: z
    .strictObject({
      lambda: z.number().min(0).max(100).default(0.3).describe('λ: weight of the step signal'),
      source: z
        .enum(['judge', 'oracle', 'outcome'])
        .default('judge')
        .describe(
          'step signal: votes of the reward model, which is asked only then, labels of the oracle (an upper bound), or none; programs are rewarded by their score alone',
        ),
      singleton: z.enum(['drop', 'raw']).default('drop').describe('advantage of an episode alone at its step index'),
      formulation: z
        .string()
        .nullable()
        .default(null)
        .describe(
          'a formulation by its name, or a file whose default export is one: its parts take the place of the settings',
        ),
    })
    .prefault({})
    .describe('rewards and advantages from outcomes and step signals'),
  policy: z
    .strictObject({
      ...sampling,
      maxTokens: count.max(32_768).default(8).describe('maximum tokens of one action'),
      ...optimisation,
      learningRate: optimisation.learningRate.default(3e-4),
      filter: band(0, 1).describe('success shares between which a group trains the policy'),
      filterEdges: z
        .enum(['exclusive', 'inclusive'])
        .default('exclusive')
        .describe(
          'whether groups at the bounds of filter train as well: of [0, 1] those that were all lost or all won',
        ),
    })
    .prefault({})
    .describe('sampling and training of the policy'),
  rewardModel: z
    .strictObject({
      train: z.boolean().default(true).describe('false leaves it as it starts; it still judges'),
      service: openaiSchema
        .nullable()
        .default(null)
        .describe('a server whose model judges in the place of one of the engine, and is not trained'),
      ...sampling,
      maxTokens: count.max(32_768).default(8).describe('maximum tokens of one vote or test'),
      votes: count.max(64).default(3).describe('m: votes a step, or unit tests an episode'),
      view: z
        .enum(['history', 'step'])
        .default('history')
        .describe(
          'what is read before a vote: the episode up to the step, or the task and the step with the observations around it; warm-start makes starters for the one that is set; of no effect on tests',
        ),
      malformedPenalty: z.number().min(0).default(2).describe('reward taken away for a vote that cannot be read'),
      group: z
        .enum(['step', 'step-index', 'task'])
        .default('step-index')
        .describe('over which votes or tests the advantage is standardised'),
      balance: z
        .boolean()
        .default(true)
        .describe('weigh votes so that won and lost episodes count alike; of no effect on tests'),
      ...optimisation,
      learningRate: optimisation.learningRate.default(1e-4),
      filter: band(0.2, 0.8).describe('success shares between which a group trains the reward model, inclusive'),
    })
    .prefault({})
    .describe('sampling and training of the reward model'),
  adaptation: adaptationSchema.prefault({}).describe('changes of tasks that are too easy or too hard'),
  evaluation: z
    .strictObject({
      every: z.int().min(0).default(20).describe('iterations between evaluations; 0 only before and after'),
      splits: z
        .array(z.enum(['seen', 'unseen']))
        .min(1)
        .refine(splits => new Set(splits).size === splits.length, 'must name each split once')
        .default(['seen', 'unseen'])
        .describe('kinds of held-out task: like those trained on, or of kinds that training never has'),
      tasks: count.default(256).describe('tasks a split'),
      temperatures: z
        .array(z.number().min(0).max(10))
        .min(1)
        .default([0.8, 0])
        .describe('sampling temperatures of the policy, each measured; 0 is greedy'),
      probeTasks: count
        .default(64)
        .describe(
          'tasks of the fixed episodes on which the judge is measured; of one that writes tests, groups of episodes',
        ),
    })
    .prefault({})
    .describe('measurements on fixed tasks that no run trains on'),
  checkpoint: z
    .strictObject({
      every: z.int().min(0).default(10).describe('iterations between checkpoints; 0 only at the end'),
      keep: count.default(2).describe('checkpoints kept'),
    })
    .prefault({})
    .describe('checkpoints of a run'),
  supervision: supervisionSchema.prefault({}).describe('deaths and hangs of actors'),
})

/** The configuration of a run with every default filled in. @interface */
export type RunConfig = Omit<z.output<typeof runConfigSchema>, '$schema'>

/** The configuration as JSON Schema, as it is written by a person: everything may be left out. */
export const runConfigJsonSchema = inputSchema(runConfigSchema)

/**
 * The complete configuration with defaults filled in.
 * @throws {ConfigError} naming each wrong key by its path, with the value found and what is wanted.
 */
export function parseRunConfig(value: unknown): RunConfig {
  const { $schema, ...config } = checked(runConfigSchema, value, { ...naming, contradictions })
  return config
}

const naming = { what: 'the configuration', listedBy: 'rlanything config' }

/** Values that are allowed one by one but not together. */
function contradictions({ adaptation, engine, rewardModel, tasks, supervision }: RunConfig): string[] {
  const problems = [
    ...engineContradictions(engine),
    ...serviceContradictions('rewardModel.service', rewardModel.service),
    ...serviceContradictions('adaptation.service', adaptation.service),
  ]
  if (rewardModel.service !== null && rewardModel.train) {
    problems.push('rewardModel.train must be false where rewardModel.service is set: a server only samples, got true')
  }
  if (adaptation.low >= adaptation.high) {
    problems.push(`adaptation.low must be below adaptation.high (${adaptation.high}), got ${adaptation.low}`)
  }
  if (tasks.perIteration > tasks.slots) {
    problems.push(`tasks.perIteration must be at most tasks.slots (${tasks.slots}), got ${tasks.perIteration}`)
  }
  if (supervision.maxDelayMs < supervision.firstDelayMs) {
    problems.push(
      `supervision.maxDelayMs must be at least supervision.firstDelayMs (${supervision.firstDelayMs}), got ${supervision.maxDelayMs}`,
    )
  }
  return problems
}
