import type { Command } from 'commander'
import type { RunRecord } from '../../run/directory/run-directory.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { holdsPrograms } from '../../run/program-lines.ts'
import type { CliContext } from '../terminal/context.ts'
import { deviceTable } from '../tables/device-table.ts'
import { episodeTable } from '../tables/episode-table.ts'
import { episodeList } from '../tables/episode-list.ts'
import { judgeTable } from '../tables/judge-table.ts'
import { programEpisode } from '../tables/program-episode.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags {
  readonly episode?: string
  readonly device?: boolean
  readonly iteration?: number
}

/** `inspect RUN`: the episodes of an iteration and how good their judge is, or one of them step by step. */
export function inspectCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('inspect')
    .description('show the episodes of a run, steps, votes or tests, rewards, advantages, and how good the judge is')
    .argument('<run>', 'run directory')
    .option('--iteration <n>', 'iteration (default: the last)', wholeNumber('--iteration', 0))
    .option('--device', 'what the device did in the iteration, in the place of its episodes')
    .option('--episode <id>', 'one episode by its id, e.g. train/12/3/0: use/iteration/slot/member')
    .action(async (directory: string, { episode, iteration, device = false }: Flags) => {
      const { readRunDirectory } = await import('../../run/directory/run-directory.ts')
      const run = await readRunDirectory(directory)
      if (device) return terminal.print(deviceTable(await metricsOf(run, iteration)))
      const named = iteration ?? iterationOf(episode) ?? (await lastIteration(run))
      const warn = (text: string): void => terminal.printError(`warning: ${text}`)
      const rows = await run.readEpisodes(named, warn)
      if (episode === undefined) {
        const metrics = (await run.readMetrics()).find(line => line.iteration === named)
        const judge = metrics === undefined ? [] : [judgeTable(metrics)]
        if (metrics === undefined) warn(`metrics.jsonl has no line of iteration ${named}`)
        return terminal.print([episodeList(rows), ...judge].join('\n\n'))
      }
      const steps = rows.filter(row => row.episode === episode)
      if (steps.length > 0) return terminal.print((holdsPrograms(steps) ? programEpisode : episodeTable)(steps))
      const ids = [...new Set(rows.map(row => row.episode))].slice(0, 8).join(', ')
      throw new RunDirectoryError(`iteration ${named} has no episode ${episode}; it has ${ids}, …`)
    })
}

/** The iteration in an episode's id, `use/iteration/slot/member`. */
function iterationOf(id: string | undefined): number | undefined {
  const iteration = Number(id?.split('/').at(-3))
  return Number.isInteger(iteration) ? iteration : undefined
}

async function metricsOf(run: RunRecord, iteration: number | undefined): Promise<IterationMetrics> {
  const lines = await run.readMetrics()
  const line = iteration === undefined ? lines.at(-1) : lines.find(each => each.iteration === iteration)
  if (line !== undefined) return line
  const [first, last] = [lines[0], lines.at(-1)]
  const which =
    first === undefined || last === undefined ? 'none at all' : `those of ${first.iteration} to ${last.iteration}`
  throw new RunDirectoryError(`${run.path} has no metrics of iteration ${iteration ?? 'any'}, it has ${which}`)
}

async function lastIteration(run: RunRecord): Promise<number> {
  const last = (await run.episodeIterations()).at(-1)
  if (last === undefined) throw new RunDirectoryError(`${run.path} has no episodes yet`)
  return last
}
