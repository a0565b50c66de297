/** All runs in short. */
import { changesTasks } from '../../curriculum/settings.ts'
import { armsOfRuns } from '../../experiment/results/arms-of-runs.ts'
import { settingDifferences } from '../../experiment/results/setting-differences.ts'
import type { Measure } from '../../contracts/measure.ts'
import { describedMeasure, heldOutOf } from '../../run/measures/describe.ts'
import { episodeMeasures } from '../../run/measures/episode-measures.ts'
import type { RunIdentity } from '../../experiment/results/measured-run.ts'
import type { Overview, SettingRow, WatchedRun } from '../contract/overview.ts'
import type { WatchedFolder } from '../folder/watched-folder.ts'
import { healthChecksOf } from './health-checks.ts'

/** Runs with equal settings except for the seed, and how the arms differ. */
export interface Arms {
  readonly names: readonly string[]
  /** Name of the arm of each run, by its folder. */
  readonly of: ReadonlyMap<string, string>
  readonly settings: readonly SettingRow[]
}

export function armsOf(runs: Iterable<WatchedFolder>): Arms {
  const identities = [...runs].flatMap(({ identity }) => identity ?? [])
  const groups = armsOfRuns(identities)
  return {
    names: groups.map(({ name }) => name),
    of: new Map(groups.flatMap(({ name, runs: own }) => own.map(({ directory }) => [directory, name]))),
    settings: settingsOf(groups.map(({ runs: [first] }) => first)),
  }
}

export function overviewOf(runs: ReadonlyMap<string, WatchedFolder>, arms: Arms): Overview {
  const measures = new Set([...runs.values()].flatMap(({ reader }) => reader.series.measures))
  const own = [...runs.values()].flatMap(({ record }) => record?.measures ?? [])
  const shown = [...runs]
    .sort(([, one], [, other]) => isRunning(other) - isRunning(one) || other.configuredMs - one.configuredMs)
    .map(([id, run]) => watchedRun(id, run, arms))
  const first = shown.find(({ state }) => state !== 'unreadable')
  return {
    runs: shown,
    drawn: shown.filter(({ arm, state }) => state !== 'unreadable' && arm === first?.arm).map(({ id }) => id),
    arms: arms.names,
    settings: arms.settings,
    measures: describedMeasures([...measures], own),
  }
}

const isRunning = ({ state }: WatchedFolder): number => Number(state === 'running')

function watchedRun(id: string, run: WatchedFolder, arms: Arms): WatchedRun {
  const { directory, state, record, reader, fault } = run
  const { damaged, series, read } = reader
  return {
    id,
    directory,
    state,
    notes: [
      ...(fault === null ? [] : [fault]),
      ...(record?.caveats ?? []),
      ...(damaged === 0 ? [] : [`${damaged} lines of metrics.jsonl cannot be read`]),
    ],
    tags: [...new Set(run.notes.match(/(?<!\S)#[\p{L}\d][\p{L}\d_-]*/gu))],
    arm: arms.of.get(directory) ?? '',
    seed: record?.config.seed ?? null,
    environment: record?.config.environment.name ?? '',
    method: record?.config.method ?? '',
    adapts: record !== null && changesTasks(record.config),
    made: series.lastIteration,
    iterations: record?.config.iterations ?? null,
    read,
    healthChecks: healthChecksOf(series, record?.measures ?? []),
  }
}

const settingsOf = (runs: readonly RunIdentity[]): readonly SettingRow[] =>
  settingDifferences(runs).map(({ path, values }) => ({
    path,
    values: values.map(value => (value === null ? null : JSON.stringify(value))),
  }))

/** Measures of the ids: success in training, then on held-out tasks, then by section, each in the order of its owner. @param own of the methods. */
function describedMeasures(ids: readonly string[], own: readonly Measure[]): readonly Measure[] {
  const measures = ids.map(id => describedMeasure(id, own))
  const heldOut = measures.filter(({ id }) => heldOutOf(id) !== null).sort((one, other) => (one.id < other.id ? -1 : 1))
  const trained = measures.filter(({ id }) => id === 'success')
  const others = measures.filter(({ id }) => id !== 'success' && heldOutOf(id) === null)
  const sections = ['Success', ...own.map(({ section }) => section), 'Updates', 'Time']
  const known = [...episodeMeasures, ...own].map(({ id }) => id)
  const rank = ({ section }: Measure): number => sections.indexOf(section) >>> 0
  const place = ({ id }: Measure): number => known.indexOf(id) >>> 0
  return [...trained, ...heldOut, ...others.sort((one, other) => rank(one) - rank(other) || place(one) - place(other))]
}
