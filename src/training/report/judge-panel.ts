/** How the reward model judges: accuracies, vote rates, form. */
import type { JudgeQuality } from '../metrics.ts'
import { html, type Html } from './html.ts'
import { lineChart, type Series } from './line-chart.ts'
import { percent } from './numbers.ts'
import type { ReportData } from './report-data.ts'
import { over } from './series.ts'

export function judgePanel({ metrics, summary }: ReportData): Html | null {
  const inTraining = (name: string, colour: Series['colour'], of: Measure): Series => ({
    name,
    colour,
    points: over(metrics, ({ judge }) => of(judge)),
  })
  const onProbe = (name: string, colour: Series['colour'], of: Measure): Series => {
    const before = summary?.before.probe ? of(summary.before.probe) : null
    const later = over(metrics, ({ probe }) => probe && of(probe))
    return { name, colour, look: 'dots', points: [...(before === null ? [] : [{ x: 0, y: before }]), ...later] }
  }
  const accuracies: readonly (readonly [string, Series['colour'], Measure])[] = [
    ['process, balanced', 1, judge => judge.processBalanced],
    ['process', 3, judge => judge.process],
    ['outcome', 2, judge => judge.outcome],
  ]
  const chance = { y: 0.5, name: 'chance' }
  const charts = [
    lineChart({
      title: 'Accuracy on fixed episodes',
      note: 'The same steps each time: majority of votes against the planner (process) and the win (outcome).',
      format: y => percent(y),
      series: accuracies.map(each => onProbe(...each)),
      mark: chance,
    }),
    lineChart({
      title: 'Accuracy in training',
      note: 'On the episodes of each iteration, which change with the policy.',
      format: y => percent(y),
      series: accuracies.map(each => inTraining(...each)),
      mark: chance,
    }),
    lineChart({
      title: 'Vote rates',
      note: 'p₊: votes + on steps of won episodes; p₋: votes − on steps of lost ones. μ above 1: more votes help.',
      format: y => y.toFixed(2),
      series: [
        inTraining('p₊', 3, judge => judge.pPlus),
        inTraining('p₋', 2, judge => judge.pMinus),
        inTraining('μ = p₊ + p₋', 1, judge => judge.mu),
      ],
      mark: { y: 1, name: 'μ = 1' },
    }),
    lineChart({
      title: 'Reward precision',
      note: 'Pairs of a step of a won and one of a lost episode that the mean vote ranks right (A), and what p₊ and p₋ predict. Equal means count as wrong.',
      format: y => percent(y),
      series: [
        inTraining('measured', 1, judge => judge.precision),
        inTraining('predicted', 4, judge => judge.precisionPredicted),
      ],
    }),
    lineChart({
      title: 'What teaches the judge',
      note: 'Norms of the importance weights of won (f₊) and of lost steps (f₋): far apart, one of its two verdicts is hardly learned.',
      format: y => y.toFixed(2),
      series: [inTraining('‖f₊‖', 3, judge => judge.normPlus), inTraining('‖f₋‖', 2, judge => judge.normMinus)],
      include: [0],
    }),
    lineChart({
      title: 'Form of the votes',
      note: 'Steps whose votes all agree, and votes without a clear verdict.',
      format: y => percent(y),
      series: [
        inTraining('unanimous steps', 4, judge => judge.unanimous),
        inTraining('malformed votes', 2, judge => judge.malformed),
      ],
      include: [0],
    }),
  ]
  const judged = metrics.some(({ judge }) => judge.pPlus !== null || judge.process !== null)
  return judged
    ? html`<section>
        <h2>Reward model</h2>
        <div class="charts">${charts}</div>
      </section>`
    : null
}

type Measure = (judge: JudgeQuality) => number | null
