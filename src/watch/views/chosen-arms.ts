import type { DrawnArm } from '../curves/curves-of.ts'
import { armsJoinedBy } from '../curves/joined-arms.ts'
import type { WatchedFolder } from '../folder/watched-folder.ts'
import type { Arms } from './overview.ts'

/** Arms joined by the value of a setting, if there is one of that path. */
export function joinedArms({ names, of, settings }: Arms, path: string): Pick<Arms, 'names' | 'of'> {
  const groups = armsJoinedBy(names, settings, path)
  const joined = new Map(names.map((name, index) => [name, groups.names[groups.of[index] ?? index] ?? name]))
  return { names: groups.names, of: new Map([...of].map(([run, name]) => [run, joined.get(name) ?? name])) }
}

/** The arms of the chosen runs, with these runs alone. */
export function chosenArms(
  runs: ReadonlyMap<string, WatchedFolder>,
  ids: readonly string[],
  arms: Pick<Arms, 'names' | 'of'>,
): DrawnArm[] {
  return arms.names.flatMap((name, index) => {
    const own = ids.flatMap(id => {
      const run = runs.get(id)
      if (run === undefined || arms.of.get(run.directory) !== name) return []
      const { reader, record } = run
      return [{ id, seed: record?.config.seed ?? null, series: reader.series, isPartial: reader.read < 1 }]
    })
    return own.length === 0 ? [] : [{ name, index, runs: own }]
  })
}
