import { measuresOf, type Measure, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import { nth } from '../../math/nth.ts'
import { mean, shareOf } from '../../math/statistics.ts'
import type { PolicyCredit } from '../../learning/group-credit.ts'
import type { Check } from './ratchet.ts'

const shared = {
  effectivePrompts: {
    title: 'effective prompts',
    about: 'Share of the prompts whose answers were not all rewarded alike.',
    format: 'percent',
  },
  meanLevel: { title: 'mean level', about: 'h, mean over the families.', format: 'decimal', least: 0 },
  rises: { title: 'rises', about: 'Families whose level rose.', format: 'count' },
} as const satisfies MeasureTable<string>

const ofFamily = { format: 'count', section: 'RLVE' } as const

export const ladderMeasures = (families: readonly string[]): readonly Measure[] => [
  ...measuresOf(shared, { section: 'RLVE' }),
  ...families.flatMap((family): readonly Measure[] => [
    { ...ofFamily, id: `level.${family}`, title: family, about: `h of ${family}.`, chart: 'Levels' },
    {
      ...ofFamily,
      id: `right.${family}`,
      title: `${family}, right`,
      about: 'Right answers at that level so far.',
      chart: `Answers, ${family}`,
    },
    {
      ...ofFamily,
      id: `answers.${family}`,
      title: `${family}, all`,
      about: 'Answers at that level so far.',
      chart: `Answers, ${family}`,
    },
  ]),
]

/**
 * Of each family its level h and the evidence at that level so far, as the ratchet looked at it: whether h rises is decided on them.
 * Effective prompts are those whose answers were not all rewarded alike.
 */
export const ladderMetrics = (checks: readonly Check[], credits: readonly PolicyCredit[]): MeasuredValues => ({
  effectivePrompts: shareOf(credits.map(isEffective)),
  meanLevel: mean(checks.map(({ level }) => level)),
  rises: checks.filter(({ rises }) => rises).length,
  ...Object.fromEntries(
    checks.flatMap(({ family, level, right, answers }) => [
      [`level.${family}`, level],
      [`right.${family}`, right],
      [`answers.${family}`, answers],
    ]),
  ),
})

const isEffective = ({ rewards }: PolicyCredit): boolean => {
  const first = rewards.map(ofEpisode => nth(ofEpisode, 0))
  return first.some(reward => reward !== first[0])
}
