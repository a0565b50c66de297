/** How votes on steps are shown. */
import type { VerdictQuality } from '../../contracts/metrics.ts'
import type { JudgePresentation, JudgeMeasure } from '../presentation.ts'
import { verdictRatios } from './tallies.ts'

const measure = (
  name: string,
  title: string,
  format: JudgeMeasure['format'],
  value: (quality: VerdictQuality) => number | null,
): JudgeMeasure => ({ name, title, format, value: quality => (quality.kind === 'verdicts' ? value(quality) : null) })

/** One whose difference on the probe has a standard error. */
const tallied = (
  key: keyof typeof verdictRatios,
  name: string,
  title: string,
  format: JudgeMeasure['format'],
): JudgeMeasure => ({
  ...measure(name, title, format, quality => quality[key]),
  ratios: ({ kind, tallies }) => (kind === 'verdicts' && tallies !== undefined ? verdictRatios[key](tallies) : null),
})

const process = tallied('process', 'process', 'process accuracy', 'percent')
const balanced = tallied('processBalanced', 'process, balanced', 'balanced process accuracy', 'percent')
const outcome = tallied('outcome', 'outcome', 'outcome accuracy', 'percent')
const plus = tallied('pPlus', 'p₊', 'votes + on steps of won episodes, p₊', 'decimal')
const minus = tallied('pMinus', 'p₋', 'votes − on steps of lost episodes, p₋', 'decimal')
const mu = tallied('mu', 'μ = p₊ + p₋', 'μ = p₊ + p₋', 'decimal')
const precision = measure('measured', 'reward precision A, measured', 'percent', quality => quality.precision)
const predicted = measure(
  'predicted',
  'reward precision A, predicted',
  'percent',
  quality => quality.precisionPredicted,
)
const normPlus = measure('‖f₊‖', '‖f₊‖', 'decimal', quality => quality.normPlus)
const normMinus = measure('‖f₋‖', '‖f₋‖', 'decimal', quality => quality.normMinus)
const malformed = measure('malformed votes', 'malformed votes', 'percent', quality => quality.malformed)
const unanimous = measure('unanimous steps', 'unanimous steps', 'percent', quality => quality.unanimous)
/** Balanced where there are steps of both kinds. */
const best = measure(
  balanced.name,
  balanced.title,
  balanced.format,
  quality => quality.processBalanced ?? quality.process,
)

const accuracies = [
  { measure: balanced, colour: 1 },
  { measure: process, colour: 3 },
  { measure: outcome, colour: 2 },
] as const
const chance = { y: 0.5, name: 'chance' }

export const verdictPresentation: JudgePresentation = {
  success: 'success',
  written: 'votes',
  settings: ({ feedback: { source, lambda } }) => `step signal: ${source}, λ = ${lambda}`,
  reading:
    "Votes are the reward model's, with its reasons; the oracle's label is for comparison and shown to no model.",
  all: [process, balanced, outcome, plus, minus, mu, precision, predicted, normPlus, normMinus, malformed, unanimous],
  summary: [process, balanced, outcome, mu],
  headline: [
    { measure: balanced, card: true },
    { measure: process, card: false },
    { measure: outcome, card: true },
    { measure: plus, card: false },
    { measure: minus, card: false },
  ],
  columns: [
    { title: 'judge', measure: best },
    { title: 'outcome', measure: outcome },
    { title: 'p₊', measure: plus },
    { title: 'p₋', measure: minus },
    { title: 'μ', measure: mu },
  ],
  charts: [
    {
      title: 'Accuracy on fixed episodes',
      note: 'The same steps each time: majority of votes against the oracle (process) and the outcome of the episode (outcome).',
      format: 'percent',
      episodes: 'fixed',
      lines: accuracies,
      mark: chance,
    },
    {
      title: 'Accuracy in training',
      note: 'On the episodes of each iteration, which change with the policy.',
      format: 'percent',
      episodes: 'training',
      lines: accuracies,
      mark: chance,
    },
    {
      title: 'Vote rates',
      note: 'p₊: votes + on steps of won episodes; p₋: votes − on steps of lost ones. μ above 1: more votes help.',
      format: 'decimal',
      episodes: 'training',
      lines: [
        { measure: plus, colour: 3 },
        { measure: minus, colour: 2 },
        { measure: mu, colour: 1 },
      ],
      mark: { y: 1, name: 'μ = 1' },
    },
    {
      title: 'Reward precision',
      note: 'Pairs of a step of a won and one of a lost episode that the mean vote ranks right (A), and what p₊ and p₋ predict. Equal means count as wrong.',
      format: 'percent',
      episodes: 'training',
      lines: [
        { measure: precision, colour: 1 },
        { measure: predicted, colour: 4 },
      ],
    },
    {
      title: 'What teaches the judge',
      note: 'Norms of the importance weights of won (f₊) and of lost steps (f₋): far apart, one of its two verdicts is hardly learned.',
      format: 'decimal',
      episodes: 'training',
      lines: [
        { measure: normPlus, colour: 3 },
        { measure: normMinus, colour: 2 },
      ],
      include: [0],
    },
    {
      title: 'Form of the votes',
      note: 'Steps whose votes all agree, and votes without a clear verdict.',
      format: 'percent',
      episodes: 'training',
      lines: [
        { measure: unanimous, colour: 4 },
        { measure: malformed, colour: 2 },
      ],
      include: [0],
    },
  ],
}
