/** How runs are set differently. Pure. */
import { isTree, leavesOf } from '../../config/tree.ts'
import { withoutEffect } from '../../config/without-effect.ts'
import type { RunIdentity } from './measured-run.ts'
import { sameData } from '../../contracts/same-data.ts'

export type Configured = Pick<RunIdentity, 'config' | 'formulation' | 'extended'>

export interface SettingDifference {
  /** Keys joined by dots, e.g. `feedback.lambda`. */
  readonly path: string
  /** [A] of each arm; `null` where it has no such setting. */
  readonly values: readonly unknown[]
}

/** Of no effect on measurements: a run gives the same results with any value, or is one more draw of the same settings. */
const neutral = new Set(['seed', 'policy.date', ...withoutEffect])
const neutralParts = ['checkpoint.', 'supervision.']

/**
 * The settings that are not the same in all, except for the seed, the day and those that change no result: threads, replicas, checkpoints,
 * supervision.
 *
 * @param arms [A] one run of each.
 */
export function settingDifferences(arms: readonly Configured[]): readonly SettingDifference[] {
  const settings = arms.map(run => new Map(tellingSettings(run)))
  const paths = new Set(settings.flatMap(each => [...each.keys()]))
  return [...paths]
    .map(path => ({ path, values: settings.map(each => each.get(path) ?? null) }))
    .filter(({ values }) => values.some(value => !sameData(value, values[0])))
}

/** The same of two runs if they are of one arm: nothing tells them apart but the seed. */
export const armKey = (run: Configured): string =>
  JSON.stringify(
    tellingSettings(run)
      .filter(([, value]) => value !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    (_, value: unknown) => (isTree(value) ? Object.fromEntries(Object.entries(value).sort()) : value),
  )

/** By their paths, those left out that change no result. */
const tellingSettings = (run: Configured): readonly (readonly [path: string, value: unknown])[] =>
  [...leavesOf(settingsOf(run))].filter(
    ([path]) => !neutral.has(path) && !neutralParts.some(part => path.startsWith(part)),
  )

/** All that makes the run besides the configuration; a formulation that the configuration names is not named twice. */
const settingsOf = ({ config, formulation, extended }: Configured): object => ({
  ...config,
  ...((leavesOf(config).get('feedback.formulation') ?? null) === null ? { formulation } : {}),
  extended,
})
