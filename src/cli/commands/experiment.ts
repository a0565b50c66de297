import { join, parse } from 'node:path'
import { Option, type Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { names, wholeNumbers } from '../options/lists.ts'
import { natsFrom, natsOption, natsWaitOption, type NatsFlags } from '../options/nats.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { requireLeftOut } from '../options/left-out.ts'

interface Flags extends NatsFlags {
  readonly directory?: string
  readonly jobs?: number
  readonly seeds?: readonly number[]
  readonly arms?: readonly string[]
  readonly dryRun?: boolean
  readonly report?: boolean
}

/** `experiment PLAN`: the runs of a plan that are not there yet. */
export function experimentCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('experiment')
    .description('make the runs of a plan; finished runs are kept, interrupted ones resumed')
    .argument('<plan>', 'file of the plan; some come with the package, in its folder experiments')
    .option('--directory <folder>', 'folder of the experiment (default: runs/WORLD-PLAN)')
    .option('--jobs <n>', 'runs at a time, of those made here (default: 1)', wholeNumber('--jobs'))
    .option('--seeds <list>', 'only these seeds of the plan, e.g. 1,2', wholeNumbers('--seeds'))
    .option('--arms <list>', 'only these arms of the plan, e.g. outcome,full', names('--arms'))
    .option(...natsOption)
    .option(...natsWaitOption)
    .addOption(new Option('--dry-run', 'list the runs and what there is of each, and make none').conflicts('report'))
    .option('--report', 'tables and page of the runs that are there, and make none')
    .action(
      async (file: string, { directory: folder, dryRun = false, report = false, nats, natsWait, ...flags }: Flags) => {
        if (report)
          requireLeftOut('where --report is given', {
            '--jobs': flags.jobs,
            '--seeds': flags.seeds,
            '--arms': flags.arms,
            '--nats': nats,
          })
        /* Late, so that no other command waits for it. */
        const { readPlan } = await import('../../experiment/plan/read-plan.ts')
        const plan = await readPlan(file)
        const directory = folder ?? join('runs', `${parse(plan.world).name}-${parse(file).name}`)
        const options = { plan, directory, ...flags, ...natsFrom({ nats, natsWait }) }
        if (dryRun) {
          const { prepareExperiment } = await import('../../experiment/runner/experiment-status.ts')
          const { statusTable } = await import('../tables/status-table.ts')
          return terminal.print(statusTable((await prepareExperiment(options)).status))
        }
        const { showExperiment } = await import('../display/show-experiment.ts')
        if (report) return showExperiment(terminal, plan, directory)
        const { experiment } = await training()
        const { watchExperiment } = await import('../display/watch-experiment.ts')
        const code = await watchExperiment(terminal, signal => experiment({ ...options, signal }))
        await showExperiment(terminal, plan, directory)
        exit(code)
      },
    )
}
