/** Schemas of a line of metrics.jsonl and of summary.json; older ones are completed first. */
import { z } from 'zod'
import type { Summary } from '../../events/events.ts'
import type { IterationMetrics } from '../../../contracts/metrics.ts'
import { isTree } from '../../../config/tree.ts'
import type { RunSummary } from './run-summary.ts'

const natural = z.int().min(0)
const amount = z.number().min(0)
const share = z.number().min(0).max(1)
const known = z.number().nullable()
const knownShare = share.nullable()

const counts = z.array(natural)
const refusals = z.object({
  unreadable: natural.exactOptional(),
  truncated: natural.exactOptional(),
  refused: natural.exactOptional(),
  unsolvable: natural.exactOptional(),
  unchanged: natural.exactOptional(),
})
const asLong = (tallies: Readonly<Record<string, readonly number[]>>): boolean =>
  new Set(Object.values(tallies).map(({ length }) => length)).size === 1

const verdicts = z.object({
  kind: z.literal('verdicts'),
  process: knownShare,
  processBalanced: knownShare,
  outcome: knownShare,
  malformed: share,
  unanimous: share,
  pPlus: knownShare,
  pMinus: knownShare,
  mu: known,
  precision: knownShare,
  precisionPredicted: knownShare,
  normPlus: known,
  normMinus: known,
  tallies: z
    .object({
      good: counts,
      goodRight: counts,
      bad: counts,
      badRight: counts,
      episodes: counts,
      outcomeRight: counts,
      wonVotes: counts,
      wonPlus: counts,
      lostVotes: counts,
      lostMinus: counts,
    })
    .refine(asLong, 'lists of one length')
    .exactOptional(),
})

const unitTests = z.object({
  kind: z.literal('unit-tests'),
  code: knownShare,
  unitTest: knownShare,
  detect: knownShare,
  pCorrect: knownShare,
  pDetect: knownShare,
  margin: known,
  malformed: share,
  tests: natural,
  tallies: z
    .object({
      programs: counts,
      correct: counts,
      tests: counts,
      valid: counts,
      sharp: counts,
      passedByCorrect: counts,
      failedByIncorrect: counts,
    })
    .refine(asLong, 'lists of one length')
    .exactOptional(),
})

/** Before there were kinds, judges gave votes. */
const quality = z.preprocess(
  value => (isTree(value) && !('kind' in value) ? { kind: 'verdicts', ...value } : value),
  z.discriminatedUnion('kind', [verdicts, unitTests]),
)

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
  verb: z.enum(['sample', 'release', 'logprobs', 'forward-backward', 'optim-step', 'save', 'snapshot', 'load']),
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
  truncatedEpisodes: share.exactOptional(),
  judge: quality.nullable(),
  models: z.intersection(z.looseObject({ policy: training }), z.record(z.string(), training.partial())),
  adaptation: z
    .object({
      outside: natural,
      failed: natural,
      refused: refusals.exactOptional(),
      proposed: natural,
      decided: natural,
      accepted: natural,
      acceptedHarder: natural,
      acceptedEasier: natural,
    })
    .nullable(),
  own: z.record(z.string(), known).exactOptional(),
  evaluations: z.array(success),
  probe: z.nullable(quality),
  time: z.intersection(z.looseObject({ total: amount, waiting: amount }), z.record(z.string(), amount)),
  speed: z.object({
    stepsPerSecond: amount,
    tokensPerSecond: amount,
    deviceShare: amount,
    deviceUse: amount.nullable(),
    device: z.array(device),
    services: z.array(service).exactOptional(),
  }),
})

/** Before there were scores, all or nothing was done. */
export const metricsSchema = z.preprocess(
  value => (isTree(value) && !('score' in value) ? { ...value, score: value['success'] } : value),
  line,
) satisfies z.ZodType<IterationMetrics>

const summary = z.object({
  iteration: natural,
  evaluations: z.array(success),
  probe: z.nullable(quality),
  accepted: natural,
}) satisfies z.ZodType<Summary>

export const summarySchema = z.object({ before: summary, after: summary.nullable() }) satisfies z.ZodType<RunSummary>
