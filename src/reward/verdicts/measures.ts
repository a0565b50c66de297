import type { MeasureTable } from '../../contracts/measure.ts'

const accuracy = { chart: 'Accuracy', mark: { y: 0.5, name: 'chance' }, format: 'percent' } as const
const rate = { chart: 'Vote rates', format: 'decimal', least: 0 } as const
const norm = { chart: 'Norms of importance weights', format: 'decimal', least: 0 } as const
const health = {
  bounds: [0.1, 0.3],
  bad: 'above',
  meaning: 'of what the reward model writes cannot be read',
} as const

/** How good votes are, by name. */
export const verdictMeasures = {
  processBalanced: {
    ...accuracy,
    title: 'process accuracy, balanced',
    about:
      "Majority of the votes on a step against the expert's label, mean of the accuracies on good and on bad steps; 50 % is chance.",
    column: 'process',
    summary: 'card',
  },
  process: {
    ...accuracy,
    title: 'process accuracy',
    about: "Majority of the votes on a step against the expert's label; a tie is wrong.",
    column: 'process',
    summary: 'row',
  },
  outcome: {
    ...accuracy,
    title: 'outcome accuracy',
    about: 'Majority of all votes on an episode against its outcome.',
    column: 'outcome',
    summary: 'card',
  },
  pPlus: {
    ...rate,
    title: 'p₊',
    about: 'P(vote = 1 | step of a won episode).',
    most: 1,
    column: 'p₊',
    summary: 'row',
  },
  pMinus: {
    ...rate,
    title: 'p₋',
    about: 'P(vote = −1 | step of a lost episode).',
    most: 1,
    column: 'p₋',
    summary: 'row',
  },
  mu: {
    ...rate,
    title: 'μ',
    about:
      'p₊ + p₋: above 1, more votes make the reward more precise; 1 is a reward model that cannot tell success from failure.',
    most: 2,
    mark: { y: 1, name: 'μ = 1' },
    column: 'μ',
    summary: 'row',
  },
  precision: {
    title: 'reward precision A',
    about:
      'Pairs of a step of a won and one of a lost episode that the mean vote ranks right, as a share; equal means count as wrong.',
    format: 'percent',
    chart: 'Reward precision',
  },
  precisionPredicted: {
    title: 'reward precision A, predicted',
    about: 'From p₊ and p₋, for independent votes; votes that err together make the measured one differ.',
    format: 'percent',
    chart: 'Reward precision',
  },
  normPlus: {
    ...norm,
    title: '‖f₊‖',
    about: "Over steps, by the run's λ: how much steps of won episodes teach the reward model.",
  },
  normMinus: {
    ...norm,
    title: '‖f₋‖',
    about: 'The same of lost ones: far apart, one of the two verdicts is hardly learned.',
  },
  unanimous: {
    title: 'unanimous steps',
    about: 'Share of the steps whose votes all agree; with the group step they teach nothing.',
    format: 'percent',
    chart: 'Form',
  },
  malformed: {
    title: 'malformed votes',
    about: 'Share of the votes without a single clear verdict.',
    format: 'percent',
    chart: 'Form',
    health,
  },
} as const satisfies MeasureTable<string>

/** `null` where there was nothing to measure. */
export type VerdictQuality = Readonly<Record<keyof typeof verdictMeasures, number | null>>
