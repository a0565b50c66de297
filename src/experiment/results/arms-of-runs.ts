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
  const short = groups.map(nameOf)
  const full = groups.map(([{ name }]) => name)
  return groups.map((group, index) => {
    const names = [short, full].find(each => isOnce(each, each[index]))
    return { name: names?.[index] ?? group[0].directory, runs: group }
  })
}

const isOnce = (names: readonly string[], name: string | undefined): boolean =>
  names.filter(other => other === name).length === 1

function nameOf([first, ...others]: RunGroup['runs']): string {
  const names = new Set([first, ...others].map(withoutSeed))
  return names.size === 1 ? withoutSeed(first) : first.name
}

/** `outcome-11` and `outcome-seed11` of seed 11 are `outcome`. */
function withoutSeed({ name, seed }: RunIdentity): string {
  const [, rest = ''] = new RegExp(`^(.+?)[-_. ]+(?:seed[-_. ]*)?${seed}$`).exec(name) ?? []
  return rest === '' ? name : rest
}
