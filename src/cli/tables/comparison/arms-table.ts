/** The arms of an experiment: mean over seeds of each measure, and how their settings differ. */
import { armMean } from '../../../experiment/results/arm-mean.ts'
import type { ExperimentResult, MeasuredArm } from '../../../experiment/results/experiment-result.ts'
import { settingDifferences, type Configured } from '../../../experiment/results/setting-differences.ts'
import { preview } from '../../../text/preview.ts'
import { left, right, textTable } from '../../../text/text-table.ts'
import { valueText } from './measure-text.ts'

/** @param iteration `null` is the last of each arm. */
export function armsTable(
  { arms, measures, described }: Pick<ExperimentResult, 'arms' | 'measures' | 'described'>,
  iteration: number | null,
): string {
  const formats = measures.map(measure => described[measure]?.format)
  const rows = arms.map(arm => {
    const means = measures.map(measure => armMean(arm, measure, iteration))
    const last = means.reduce<number | null>(
      (most, mean) => (mean === null ? most : Math.max(most ?? 0, mean.iteration)),
      null,
    )
    return [
      arm.name,
      seedsAt(arm, last),
      last === null ? '–' : String(last),
      ...means.map((mean, index) =>
        mean === null ? '–' : valueText(mean.mean, mean.error, formats[index] ?? 'decimal'),
      ),
    ]
  })
  return textTable(
    [
      { title: 'arm', align: 'left', width: 32 },
      { title: 'seeds', align: 'left', width: 24 },
      right('after'),
      ...measures.map((measure, index) => ({
        title: formats[index] === 'percent' ? `${measure}, %` : measure,
        align: 'right' as const,
        width: 14,
      })),
    ],
    rows,
  )
}

/** Of runs that have been measured at the iteration. */
const seedsAt = ({ runs }: MeasuredArm, iteration: number | null): string =>
  runs
    .filter(({ points }) => points.some(point => point.iteration === iteration))
    .map(({ seed }) => seed)
    .join(', ') || '–'

/** A row a setting, a column an arm. */
export function settingsTable(arms: readonly (Configured & { readonly arm: string })[]): string {
  const differences = settingDifferences(arms)
  if (differences.length === 0) return 'The runs differ only in their seed.'
  return textTable(
    [left('settings that differ'), ...arms.map(({ arm }) => ({ title: arm, align: 'left' as const, width: 24 }))],
    differences.map(({ path, values }) => [path, ...values.map(preview)]),
  )
}
