/** Runs that were not planned together, sorted into arms. Pure. */
import { groupBy } from '../../math/group-by.ts'
import type { RunIdentity } from './measured-run.ts'
import { armKey } from './setting-differences.ts'

export interface RunGroup {
  /** Of the folders: the part that its runs have in common, without the seed. */
  readonly name: string
  /** In the order given. */
  readonly runs: readonly [RunIdentity, ...RunIdentity[]]
}

/** Groups of runs whose settings are the same except for the seed, in the order of their first runs; no two have one name. */
export function armsOfRuns(runs: readonly RunIdentity[]): readonly RunGroup[] {
  const groups = [...groupBy(runs, armKey).values()]
  return groups.map(group => {
    const others = groups.filter(other => other !== group)
    const [short, full] = [nameOf(group), group[0].name]
    const isOnce = others.every(other => other[0].name !== full)
    const isShortOnce = others.every(other => other[0].name !== short && nameOf(other) !== short)
    return { name: isShortOnce ? short : isOnce ? full : group[0].directory, runs: group }
  })
}

function nameOf([first, ...others]: RunGroup['runs']): string {
  const names = new Set([first, ...others].map(withoutSeed))
  return names.size === 1 ? withoutSeed(first) : first.name
}

/** `outcome-11` and `outcome-seed11` of seed 11 are `outcome`. */
function withoutSeed({ name, seed }: RunIdentity): string {
  const [, rest = ''] = new RegExp(`^(.+?)[-_. ]+(?:seed[-_. ]*)?${seed}$`).exec(name) ?? []
  return rest === '' ? name : rest
}
