import type { DrawnArm } from '../curves/curves-of.ts'
import { armsJoinedBy } from '../curves/joined-arms.ts'
import type { WatchedFolder } from '../folder/watched-folder.ts'
import type { Arms } from './overview.ts'

/** As `Arms`; `apart` are those before they were joined. */
interface JoinedArms extends Pick<Arms, 'names' | 'of'> {
  readonly apart: Arms['of']
}

/** Arms joined by the value of a setting, if there is one of that path. */
export function joinedArms({ names, of, settings }: Arms, path: string): JoinedArms {
  const groups = armsJoinedBy(names, settings, path)
  const joined = new Map(names.map((name, index) => [name, groups.names[groups.of[index] ?? index] ?? name]))
  return { names: groups.names, of: new Map([...of].map(([run, name]) => [run, joined.get(name) ?? name])), apart: of }
}

/** The arms of the chosen runs, with these runs alone. */
export function chosenArms(
  runs: ReadonlyMap<string, WatchedFolder>,
  ids: readonly string[],
  arms: JoinedArms,
): DrawnArm[] {
  return arms.names.flatMap((name, index) => {
    const own = ids.flatMap(id => {
      const run = runs.get(id)
      if (run === undefined || arms.of.get(run.directory) !== name) return []
      const { reader, record } = run
      const seed = record?.config.seed ?? null
      const copyOf = seed === null ? id : `${arms.apart.get(run.directory) ?? id} seed ${seed}`
      return [{ id, seed, copyOf, series: reader.series, isPartial: reader.read < 1 }]
    })
    return own.length === 0 ? [] : [{ name, index, runs: own }]
  })
}
