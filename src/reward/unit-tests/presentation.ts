/** How programs and generated unit tests are shown. */
import type { UnitTestQuality } from '../../contracts/metrics.ts'
import type { JudgePresentation, JudgeMeasure } from '../presentation.ts'
import { unitTestRatios } from './tallies.ts'

const measure = (
  name: string,
  title: string,
  format: JudgeMeasure['format'],
  value: (quality: UnitTestQuality) => number | null,
): JudgeMeasure => ({ name, title, format, value: quality => (quality.kind === 'unit-tests' ? value(quality) : null) })

/** One whose difference on the probe has a standard error. */
const tallied = (
  key: keyof typeof unitTestRatios,
  name: string,
  title: string,
  format: JudgeMeasure['format'],
): JudgeMeasure => ({
  ...measure(name, title, format, quality => quality[key]),
  ratios: ({ kind, tallies }) => (kind === 'unit-tests' && tallies !== undefined ? unitTestRatios[key](tallies) : null),
})

const code = tallied('code', 'Code', 'Code: programs that are correct', 'percent')
const unitTest = tallied('unitTest', 'UT', 'UT: tests that all correct programs pass', 'percent')
const detect = tallied('detect', 'Detect', 'Detect: tests that only correct programs pass', 'percent')
const correct = tallied('pCorrect', 'p_c', 'p_c: a correct program passes a test', 'decimal')
const wrong = tallied('pDetect', 'p_d', 'p_d: a wrong program fails a test', 'decimal')
const margin = tallied('margin', 'p_c + p_d − 1', 'p_c + p_d − 1', 'decimal')
const malformed = measure('no tests', 'texts that are no test', 'percent', quality => quality.malformed)

export const unitTestPresentation: JudgePresentation = {
  success: 'Code',
  written: 'tests',
  settings: ({ rewardModel: { votes } }) => `${votes} tests an episode`,
  reading:
    "Tests are the reward model's, which sees no program; beside each are the shares of the group's correct and wrong programs that pass it. The oracle's label is for comparison and shown to no model.",
  all: [code, unitTest, detect, correct, wrong, margin, malformed],
  summary: [unitTest, detect, margin],
  headline: [
    { measure: unitTest, card: true },
    { measure: detect, card: true },
    { measure: correct, card: false },
    { measure: wrong, card: false },
  ],
  columns: [
    { title: 'UT', measure: unitTest },
    { title: 'detect', measure: detect },
    { title: 'p_c', measure: correct },
    { title: 'p_d', measure: wrong },
    { title: 'margin', measure: margin },
  ],
  charts: [
    {
      title: 'Tests on fixed programs',
      note: 'For the same programs each time: tests that every correct one passes (UT), and that every wrong one fails besides (Detect).',
      format: 'percent',
      episodes: 'fixed',
      lines: [
        { measure: unitTest, colour: 1 },
        { measure: detect, colour: 2 },
      ],
      include: [0],
    },
    {
      title: 'Programs and tests in training',
      note: 'Of each iteration: programs that are correct (Code), and the tests written for them.',
      format: 'percent',
      episodes: 'training',
      lines: [
        { measure: code, colour: 3 },
        { measure: unitTest, colour: 1 },
        { measure: detect, colour: 2 },
      ],
      include: [0],
    },
    {
      title: 'Information of a test',
      note: 'p_c: chance that a correct program passes a test; p_d: that a wrong one fails it. Where p_c + p_d − 1 is 0, tests are uninformative.',
      format: 'decimal',
      episodes: 'training',
      lines: [
        { measure: correct, colour: 3 },
        { measure: wrong, colour: 2 },
        { measure: margin, colour: 1 },
      ],
      mark: { y: 0, name: 'uninformative' },
    },
    {
      title: 'Form of the tests',
      note: 'Texts of the reward model that are no test.',
      format: 'percent',
      episodes: 'training',
      lines: [{ measure: malformed, colour: 2 }],
      include: [0],
    },
  ],
}
