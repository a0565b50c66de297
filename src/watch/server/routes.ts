/** Possible requests, by address. Nothing of a request becomes a path, and no answer changes anything. */
import { alongKinds } from '../contract/curves.ts'
import { curvesOf, type DrawnArm } from '../curves/curves-of.ts'
import { readableRecord, type RunReader } from '../folder/run-reader.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { WatchedFolder } from '../folder/watched-folder.ts'
import type { WatchedRuns } from '../folder/watched-runs.ts'
import { actorsView, traceOf } from '../views/actors/actors.ts'
import { chosenArms, joinedArms } from '../views/chosen-arms.ts'
import { comparisonOf } from '../views/compare.ts'
import { csvOf } from '../views/csv.ts'
import { episodeDetail, summariesOf } from '../views/episodes.ts'
import { armsOf, overviewOf, type Arms } from '../views/overview.ts'
import { runDetail } from '../views/run-detail.ts'
import { shownParts } from '../views/screens.ts'
import { slotSummaries, taskHistory } from '../views/tasks.ts'
import { goalOf } from '../../report/screens/try-load-world.ts'
import { numberOrNull, oneOfThese, required, wholeOrNull } from './parameters.ts'

export type WatchRoute = (parameters: URLSearchParams) => Promise<HttpAnswer> | HttpAnswer

/** Most runs, and bytes of their metrics, that are compared at a request. */
const maxCompared = 100
const maxLines = 200_000
const maxIteration = 1e9
const maxWindow = 10_001

export function routesOf(watched: WatchedRuns, reader: RunReader): ReadonlyMap<string, WatchRoute> {
  const arms = rememberedArms(watched)
  const runOf = (parameters: URLSearchParams): WatchedFolder => {
    const run = watched.runs.get(required(parameters, 'run'))
    if (run === undefined) throw new RefusedRequest(404, 'there is no such run')
    return run
  }
  const drawn = (parameters: URLSearchParams): readonly DrawnArm[] =>
    chosenArms(watched.runs, parameters.getAll('run'), joinedArms(arms(), parameters.get('group') ?? ''))
  const episodesAt = async (parameters: URLSearchParams) => {
    const run = runOf(parameters)
    const iterations = await readableRecord(run).episodeIterations()
    const wanted = wholeOrNull(parameters, 'iteration', 0, maxIteration)
    const iteration = wanted === null ? iterations.at(-1) : nearestOf(iterations, wanted)
    return { run, iterations, iteration: iteration ?? null }
  }

  return new Map<string, WatchRoute>([
    ['/api/overview', () => jsonAnswer(overviewOf(watched.runs, arms()))],
    ['/api/run', parameters => jsonAnswer(runDetail(runOf(parameters)))],
    ['/api/curves', parameters => jsonAnswer(curvesOf(drawn(parameters), curveOptions(parameters)))],
    [
      '/api/data.csv',
      parameters => {
        const measure = required(parameters, 'measure')
        return {
          status: 200,
          type: 'text/csv; charset=utf-8',
          body: csvOf(drawn(parameters), measure),
          headers: savedAs(`${measure}.csv`),
        }
      },
    ],
    [
      '/api/episodes',
      async parameters => {
        const { run, iterations, iteration } = await episodesAt(parameters)
        if (iteration === null) return jsonAnswer({ iterations, iteration, episodes: [] })
        return jsonAnswer({ iterations, iteration, episodes: summariesOf(await reader.episodes(run, iteration)) })
      },
    ],
    [
      '/api/episode',
      async parameters => {
        const { run, iteration } = await episodesAt(parameters)
        const id = required(parameters, 'episode')
        const rows = iteration === null ? [] : await reader.episodes(run, iteration)
        const [first, ...others] = rows.filter(({ episode }) => episode === id)
        if (first === undefined) throw new RefusedRequest(404, 'there is no such episode')
        const lineage = await reader.lineage(run).catch(() => [])
        const own = [first, ...others] as const
        return jsonAnswer(episodeDetail(own, await shownParts(await reader.world(run), lineage, own)))
      },
    ],
    [
      '/api/tasks',
      async parameters => jsonAnswer({ slots: slotSummaries(await reader.lineage(runOf(parameters))), notes: [] }),
    ],
    [
      '/api/task',
      async parameters => {
        const run = runOf(parameters)
        const slot = wholeOrNull(parameters, 'slot', 0, maxIteration) ?? 0
        const world = await reader.world(run)
        return jsonAnswer(taskHistory(await reader.lineage(run), slot, task => goalOf(world, task)))
      },
    ],
    [
      '/api/actors',
      async parameters => {
        const upTo = wholeOrNull(parameters, 'iteration', 0, maxIteration)
        const count = wholeOrNull(parameters, 'count', 1, 200) ?? 8
        return jsonAnswer(await actorsView(runOf(parameters), reader, { upTo, count }))
      },
    ],
    [
      '/api/trace.json',
      async parameters => {
        const run = runOf(parameters)
        return { ...jsonAnswer(await traceOf(run)), headers: savedAs(`${run.name}-trace.json`) }
      },
    ],
    [
      '/api/compare',
      async parameters => {
        const ids = parameters.getAll('run').slice(0, maxCompared)
        const runs = ids.flatMap(id => watched.runs.get(id) ?? [])
        const lines = runs.reduce((sum, run) => sum + run.reader.series.rows, 0)
        const refusal = `there are ${lines} iterations to compare, more than ${maxLines}: choose fewer runs, or use rlanything compare`
        if (lines > maxLines) return jsonAnswer({ arms: [], rows: [], notes: [refusal] })
        const directories = runs.map(({ directory }) => directory)
        return jsonAnswer(await comparisonOf(directories, parameters.get('against')))
      },
    ],
  ])
}

/** Letters of the name that mean something to a system or a header are left out. */
const savedAs = (name: string) => ({
  'Content-Disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]+/g, '-')}"`,
})

function curveOptions(parameters: URLSearchParams) {
  const window = wholeOrNull(parameters, 'window', 1, maxWindow) ?? 1
  return {
    measure: required(parameters, 'measure'),
    along: oneOfThese(parameters, 'along', alongKinds),
    window: window % 2 === 1 ? window : window + 1,
    group: parameters.get('group') ?? '',
    from: numberOrNull(parameters, 'from'),
    to: numberOrNull(parameters, 'to'),
  }
}

/** The last that is not after the wanted one, or else the first. */
const nearestOf = (iterations: readonly number[], wanted: number): number | undefined =>
  iterations.findLast(iteration => iteration <= wanted) ?? iterations[0]

/** Arms are computed anew when a run comes, goes or is set otherwise. */
function rememberedArms(watched: WatchedRuns): () => Arms {
  let of: readonly unknown[] = []
  let arms = armsOf([])
  return () => {
    const records = [...watched.runs.values()].map(({ record }) => record)
    if (records.length !== of.length || records.some((record, index) => record !== of[index]))
      [of, arms] = [records, armsOf(watched.runs.values())]
    return arms
  }
}
