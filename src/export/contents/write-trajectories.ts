import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { groupBy } from '../../math/group-by.ts'
import { iterationName } from '../../run/directory/names-in.ts'
import type { RunRecord } from '../../run/directory/run-directory.ts'
import type { ChosenEpisodes } from './chosen-episodes.ts'
import type { TrajectoryAgent } from './atif.ts'
import { trajectoryOf } from './trajectory.ts'

/** `iteration-000001.jsonl` and so on: a line is a whole document of ATIF. */
export async function writeTrajectories(
  run: RunRecord,
  { iterations, read }: ChosenEpisodes,
  folder: string,
): Promise<void> {
  const { method, environment } = run.config
  const agent: TrajectoryAgent = {
    name: 'rlanything',
    version: run.versions['rlanything'] ?? 'unknown',
    model_name: 'policy',
    extra: { method, world: environment.name },
  }
  const name = basename(resolve(run.path))
  for (const iteration of iterations) {
    const episodes = groupBy(await read(iteration), ({ episode }) => episode)
    const lines = [...episodes.values()].map(rows => `${JSON.stringify(trajectoryOf(name, agent, rows))}\n`)
    await writeFile(join(folder, `${iterationName(iteration)}.jsonl`), lines.join(''))
  }
}
