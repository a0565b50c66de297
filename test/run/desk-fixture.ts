/** A run in the desk with the expert's episodes, in full and cut off; for tests and for looking at the report. */
import { desk } from '../../environments/desk/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { LineageEvent } from '../../src/curriculum/lineage.ts'
import type { EpisodeRow } from '../../src/run/directory/records/episode-row.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { episodeOf, metricsOf, summaryOf } from './report-fixture.ts'

const options = { dialect: 'names', depths: ['short'] } as const
const world = desk(options)
const taskOf = (slot: number) => world.generate('train', randomFrom(derive(rootKey(slot), 'task')))

/** The expert's episode of the task of a slot, up to so many steps. */
export function deskEpisode(iteration: number, slot: number, most: number): EpisodeRow[] {
  const task = taskOf(slot)
  const begun = world.start(task)
  const [like] = episodeOf(iteration, true)
  const rows: EpisodeRow[] = []
  let { state } = begun
  for (let step = 0, won = false; step < most && !won && like !== undefined; step += 1) {
    const action = world.expert(state) ?? ''
    const { good, reason: goodReason } = world.label(state, action)
    const after = world.step(state, action)
    const place = { iteration, slot, episode: `train/${iteration}/${slot}/0`, member: 0, step }
    const opening = step === 0 ? begun.observation : null
    rows.push({ ...like, ...place, opening, action, observation: after.observation, good, goodReason })
    state = after.state
    won = after.won
  }
  return rows.map(row => ({ ...row, won: most > rows.length }))
}

/** Slots and most steps of the episodes of an iteration. */
export const played: readonly (readonly [slot: number, most: number])[] = [
  [1, 50],
  [6, 50],
  [3, 1],
  [12, 2],
]

/** Writes a finished run of two iterations into a new folder. */
export async function writeDeskRun(path: string): Promise<void> {
  const run = await createRunDirectory(path, {
    versions: {},
    config: parseRunConfig({ iterations: 2, environment: { name: 'desk', options } }),
    formulation: null,
  })
  const count = { successes: 1, trials: 1 }
  const slots = played.map(([slot]) => slot)
  const lineage: readonly LineageEvent<unknown>[] = [
    ...slots.map(slot => ({ kind: 'rooted', iteration: 0, slot, version: 0, task: taskOf(slot) }) as const),
    ...[1, 2].flatMap(iteration =>
      slots.map(slot => ({ kind: 'measured', iteration, slot, version: 0, count }) as const),
    ),
  ]
  await run.appendLineage(lineage)
  for (const iteration of [1, 2]) {
    await run.appendMetrics(metricsOf(iteration))
    await run.writeEpisodes(
      iteration,
      played.flatMap(([slot, most]) => deskEpisode(iteration, slot, most)),
    )
  }
  await run.writeSummary({ before: summaryOf(0), after: { ...summaryOf(60), iteration: 2 } })
  await run.close()
}
