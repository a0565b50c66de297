/** The numbers of a run that a measure can name: how each is read, and how it is written. */
import type { IterationMetrics, JudgeQuality, ModelMetrics } from '../../contracts/metrics.ts'

/** Shares are shown as percentages. */
export type MeasureFormat = 'percent' | 'decimal' | 'count'

interface MeasureField<Of> {
  readonly format: MeasureFormat
  /** `null` where it was not measured, as of another kind of quality. */
  readonly value: (of: Of) => number | null
}

type Fields<Of> = ReadonlyMap<string, MeasureField<Of>>

/** Of a reward model's quality, whatever its kind. */
export const judgeFields: Fields<JudgeQuality> = new Map([
  ...verdictFields('percent', [
    'process',
    'processBalanced',
    'outcome',
    'unanimous',
    'precision',
    'precisionPredicted',
  ]),
  ...verdictFields('decimal', ['pPlus', 'pMinus', 'mu', 'normPlus', 'normMinus']),
  ...unitTestFields('percent', ['code', 'unitTest', 'detect']),
  ...unitTestFields('decimal', ['pCorrect', 'pDetect', 'margin']),
  ...unitTestFields('count', ['tests']),
  ['malformed', { format: 'percent', value: quality => quality.malformed }],
])

const modelFields: Fields<ModelMetrics> = new Map([
  ['samples', { format: 'count', value: ({ samples = null }) => samples }],
  ['loss', { format: 'decimal', value: ({ loss = null }) => loss }],
  ['kl', { format: 'decimal', value: ({ kl = null }) => kl }],
  ['clipShare', { format: 'percent', value: ({ clipShare = null }) => clipShare }],
  ['entropy', { format: 'decimal', value: ({ entropy = null }) => entropy }],
  ['gradientNorm', { format: 'decimal', value: ({ gradientNorm = null }) => gradientNorm }],
])

/** Of an iteration: its episodes, the training of the policy, and by their prefix quality and training of the reward model. */
export const trainFields: Fields<IterationMetrics> = new Map([
  ['success', { format: 'percent', value: line => line.success }],
  ['score', { format: 'percent', value: line => line.score }],
  ['meanSteps', { format: 'decimal', value: line => line.meanSteps }],
  ['goodSteps', { format: 'percent', value: line => line.goodSteps }],
  ...part(modelFields, '', line => line.models.policy),
  ...part(judgeFields, 'judge.', line => line.judge),
  ...part(modelFields, 'rewardModel.', line => line.models['reward-model'] ?? null),
])

/** Fields of a part of the line, that may be missing. */
function part<Of>(
  fields: Fields<Of>,
  prefix: string,
  of: (line: IterationMetrics) => Of | null,
): [string, MeasureField<IterationMetrics>][] {
  return Array.from(fields, ([name, { format, value }]) => [
    `${prefix}${name}`,
    {
      format,
      value: line => {
        const own = of(line)
        return own === null ? null : value(own)
      },
    },
  ])
}

type Quality<Kind> = Extract<JudgeQuality, { readonly kind: Kind }>
type NumericKey<Of> = { [Key in keyof Of]: Of[Key] extends number | null ? Key : never }[keyof Of] & string

function verdictFields(
  format: MeasureFormat,
  names: readonly NumericKey<Quality<'verdicts'>>[],
): [string, MeasureField<JudgeQuality>][] {
  return names.map(name => [name, { format, value: quality => (quality.kind === 'verdicts' ? quality[name] : null) }])
}

function unitTestFields(
  format: MeasureFormat,
  names: readonly NumericKey<Quality<'unit-tests'>>[],
): [string, MeasureField<JudgeQuality>][] {
  return names.map(name => [name, { format, value: quality => (quality.kind === 'unit-tests' ? quality[name] : null) }])
}
