/** Contradictions in a plan, by the names in it. */
import { isTree, type Tree } from '../../config/tree.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { nearestHint } from '../../text/nearest.ts'
import { preview } from '../../text/preview.ts'
import { parseMeasure } from '../results/measure.ts'

interface Parts {
  readonly settings: Tree
  readonly starters: Readonly<Record<string, unknown>>
  readonly arms: Readonly<Record<string, { readonly settings: Tree; readonly starters: string | null }>>
  readonly measures: readonly string[]
  readonly comparisons: readonly { readonly arm: string; readonly against: string; readonly measure: string }[]
}

/** One line each; [] of a plan that fits together. */
export function planContradictions({ settings, starters, arms, measures, comparisons }: Parts): readonly string[] {
  const names = { arm: Object.keys(arms), starter: Object.keys(starters) }
  const among = (path: string, value: string, kind: string, known: readonly string[]): readonly string[] => {
    if (known.includes(value)) return []
    const there = known.join(', ') || 'there are none'
    return [`${path} must be ${kind} of the plan (${there}), got ${preview(value)}${nearestHint(value, known)}`]
  }
  return [
    ...(names.arm.length === 0 ? ['arms must have at least one arm, got {}'] : []),
    ...names.arm.flatMap(name => nameProblem(`arms.${name}`, name)),
    ...names.starter.flatMap(name => nameProblem(`starters.${name}`, name)),
    ...fixedElsewhere('settings', settings),
    ...Object.entries(arms).flatMap(([name, arm]) => [
      ...fixedElsewhere(`arms.${name}.settings`, arm.settings),
      ...(arm.starters === null
        ? []
        : among(`arms.${name}.starters`, arm.starters, 'one of the starters', names.starter)),
      ...(arm.starters !== null && Object.hasOwn(arm.settings, 'starters')
        ? [`arms.${name} has starters and settings.starters: only one of them can hold`]
        : []),
    ]),
    ...names.starter
      .filter(name => !Object.values(arms).some(arm => arm.starters === name))
      .map(name => `starters.${name} must be named by an arm (its key starters), and none names it`),
    ...measures.flatMap((measure, index) => measureProblem(`measures.${index}`, measure)),
    ...comparisons.flatMap(({ arm, against, measure }, index) => [
      ...among(`comparisons.${index}.arm`, arm, 'an arm', names.arm),
      ...among(`comparisons.${index}.against`, against, 'an arm', names.arm),
      ...(arm === against ? [`comparisons.${index}.against must be another arm than ${arm}`] : []),
      ...among(`comparisons.${index}.measure`, measure, 'one of the measures', measures),
    ]),
  ]
}

/** Names are parts of the names of folders. */
const nameProblem = (path: string, name: string): readonly string[] =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.length <= 100
    ? []
    : [`${path}: a name must have letters, digits, dots, - and _ alone, and at most 100 of them, got ${preview(name)}`]

function measureProblem(path: string, measure: string): readonly string[] {
  try {
    parseMeasure(measure)
    return []
  } catch (error) {
    return [`${path}: ${reasonOf(error)}`]
  }
}

/** Settings that a plan has separate keys for. */
function fixedElsewhere(path: string, settings: Tree): readonly string[] {
  const { environment } = settings
  return [
    ...(Object.hasOwn(settings, 'seed') ? [`${path}.seed is set by the seeds of the plan`] : []),
    ...(isTree(environment) && Object.hasOwn(environment, 'name')
      ? [`${path}.environment.name is set by the world of the plan`]
      : []),
  ]
}
