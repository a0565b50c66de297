/** Schemas of a line of metrics.jsonl and of summary.json. */
import { z } from 'zod'
import type { Summary } from '../../events/events.ts'
import type { IterationMetrics } from '../../../contracts/metrics.ts'
import { wantedOf, type Measure } from '../../../contracts/measure.ts'
import type { RunSummary } from './run-summary.ts'

const natural = z.int().min(0)
const amount = z.number().min(0)
const share = z.number().min(0).max(1)
const known = z.number().nullable()
const knownShare = share.nullable()

const training = z.object({
  samples: natural,
  dropped: z.record(z.string(), natural),
  meanStaleness: known,
  largestStaleness: amount,
  meanRatio: known,
  mismatch: known,
  updates: natural,
  loss: known,
  kl: known,
  clipShare: knownShare,
  entropy: known,
  gradientNorm: known,
  paddingShare: knownShare,
  learningRate: amount,
  truncated: knownShare.exactOptional(),
})

const device = z.object({
  verb: z.enum([
    'sample',
    'release',
    'logprobs',
    'forward-backward',
    'forward',
    'backward',
    'row-gradients',
    'optim-step',
    'save',
    'snapshot',
    'load',
  ]),
  model: z.string(),
  calls: natural,
  requests: natural,
  sequences: natural,
  tokens: natural,
  ms: amount,
  sizes: z.array(natural),
  queue: z.object({ requests: natural, meanMs: known, medianMs: known, p95Ms: known, maxMs: known }),
})

const service = z.object({
  model: z.string(),
  requests: natural,
  untold: natural,
  promptTokens: natural,
  cachedTokens: natural.nullable(),
  completionTokens: natural,
  forwardTokens: natural,
  trainedTokens: natural,
})

const success = z.object({
  split: z.string(),
  temperature: amount,
  tasks: natural,
  rate: share,
  pass: z.object({ k: natural, rate: share, mean: share }).exactOptional(),
  truncated: share.exactOptional(),
  wins: z
    .string()
    .regex(/^[01-]*$/)
    .exactOptional(),
  digest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .exactOptional(),
})

const ratios = z.record(
  z.string(),
  z.array(z.object({ weight: z.number(), numerators: z.array(z.number()), denominators: z.array(natural) })),
)

const evaluated = {
  evaluations: z.array(success),
  measures: z.record(z.string(), known),
  ratios: ratios.exactOptional(),
}

const line = z.object({
  iteration: z.int().min(1),
  episodes: natural,
  invalid: natural,
  invalidSteps: natural,
  steps: natural,
  success: share,
  meanSteps: amount,
  goodSteps: share.nullable(),
  score: z.number(),
  truncatedEpisodes: share,
  models: z.intersection(z.looseObject({ policy: training }), z.record(z.string(), training.partial())),
  ...evaluated,
  time: z.intersection(z.looseObject({ total: amount, waiting: amount }), z.record(z.string(), amount)),
  speed: z.object({
    stepsPerSecond: amount,
    tokensPerSecond: amount,
    deviceShare: amount,
    deviceUse: amount.nullable(),
    processorCores: amount.exactOptional(),
    memoryMiB: amount.exactOptional(),
    device: z.array(device),
    services: z.array(service).exactOptional(),
    weightBytes: natural.exactOptional(),
  }),
})

/** @param measures by which its own numbers are checked; of an id that is none of them any number is taken. */
export function metricsSchema(measures: readonly Measure[]): z.ZodType<IterationMetrics> {
  const known = new Map(measures.map(measure => [measure.id, measure]))
  return line.check(({ value, issues }) => {
    for (const [id, input] of Object.entries(value.measures)) {
      const measure = known.get(id)
      const wanted = measure === undefined ? null : wantedOf(measure, input)
      if (wanted !== null) issues.push({ code: 'custom', path: ['measures', id], message: `expected ${wanted}`, input })
    }
  })
}

const summary = z.object({ iteration: natural, ...evaluated }) satisfies z.ZodType<Summary>

export const summarySchema = z.object({ before: summary, after: summary.nullable() }) satisfies z.ZodType<RunSummary>
