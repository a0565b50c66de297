import { join, parse } from 'node:path'
import { Option, type Command } from 'commander'
import { readPlan } from '../../experiment/plan/read-plan.ts'
import { prepareExperiment } from '../../experiment/runner/experiment-status.ts'
import type { CliContext } from '../terminal/context.ts'
import { names, wholeNumbers } from '../options/lists.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { statusTable } from '../tables/status-table.ts'
import { watchExperiment } from '../display/watch-experiment.ts'

interface Flags {
  readonly directory?: string
  readonly jobs: number
  readonly seeds?: readonly number[]
  readonly arms?: readonly string[]
  readonly dryRun?: boolean
}

/** `experiment PLAN`: the runs of a plan that are not there yet. */
export function experimentCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('experiment')
    .description('make the runs of a plan: kept, resumed where interrupted, never made twice')
    .argument('<plan>', 'file of the plan; some come with the package, in its folder experiments')
    .option('--directory <folder>', 'folder of the experiment (default: runs/WORLD-PLAN)')
    .option('--jobs <n>', 'runs at a time', wholeNumber('--jobs'), 1)
    .option('--seeds <list>', 'only these seeds of the plan, e.g. 1,2', wholeNumbers('--seeds'))
    .option('--arms <list>', 'only these arms of the plan, e.g. outcome,full', names('--arms'))
    .addOption(new Option('--dry-run', 'list the runs and what there is of each, and make none'))
    .action(async (file: string, { directory, dryRun = false, ...flags }: Flags) => {
      const plan = await readPlan(file)
      const options = {
        plan,
        directory: directory ?? join('runs', `${parse(plan.world).name}-${parse(file).name}`),
        ...flags,
      }
      if (dryRun) return terminal.print(statusTable((await prepareExperiment(options)).status))
      const { experiment } = await training()
      exit(await watchExperiment(terminal, signal => experiment({ ...options, signal })))
    })
}
