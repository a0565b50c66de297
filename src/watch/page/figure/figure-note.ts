import type { Curves } from '../../contract/curves.ts'
import type { Measure } from '../../../contracts/measure.ts'

/** A sentence about the drawn measure. */
export function figureNote({ about, unit }: Measure, { arms, window, group, partial }: Curves): string {
  const several = arms.some(({ seeds }) => seeds > 1)
  const [one, all] =
    group === '' ? ['seed', 'the seeds'] : ['run', `the runs of equal ${group}, whatever else they differ in,`]
  const [copied] = arms.filter(({ runs, seeds }) => runs.length > seeds)
  return [
    unit === undefined ? about : `${about} In ${unit}.`,
    several ? `Mean of ${all} finished so far, band ± 1 standard error; each ${one} faint.` : '',
    copied === undefined
      ? ''
      : `Runs of equal settings and seed count once: ${copied.arm} has ${copied.runs.length} runs, ${copied.seeds} ${copied.seeds === 1 ? 'seed' : 'seeds'}.`,
    window > 1 ? `Smoothed over ${window} points, the raw ${several ? 'mean' : 'curve'} behind.` : '',
    partial ? 'Not all lines are read yet.' : '',
  ]
    .filter(text => text !== '')
    .join(' ')
}
