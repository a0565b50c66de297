import { join, parse } from 'node:path'
import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { numberOrText } from '../options/settings.ts'
import { requireName } from '../options/run-name.ts'
import { requireLeftOut } from '../options/left-out.ts'
import { natsFrom, natsOption, natsWaitOption, type NatsFlags } from '../options/nats.ts'
import { addWatchOptions, watchRun, type WatchFlags } from '../display/watch-run.ts'

interface Flags extends ConfigFlags, WatchFlags, NatsFlags {
  readonly directory: string
  readonly name?: string
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly rates?: string
}

/** `train [environment]`: a new run, from its first iteration to its last. */
export function trainCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  const command = parent
    .command('train')
    .description('train by a method, in a new run directory')
    .argument('[environment]', 'world to train in')
    .option('--name <name>', 'name of the run (default: the environment and the time)')
    .option('--directory <folder>', 'folder of the runs', 'runs')
    .option(
      '--method <name>',
      'rlanything, grpo, rlve, rloop, at-grpo, ragen, istar, spark, pa-rl, vlm-rl, or the path of your module (default: "rlanything")',
    )
    .option('--iterations <n>', 'iterations of the run', numberOrText)
    .option('--dry-run', 'start nothing: say which episodes, tokens, requests, memory and disk the run will ask for')
    .option('--json', 'of --dry-run: one JSON object')
    .option(
      '--rates <path>',
      'of --dry-run, to forecast time and idle shares: an earlier run, or a file of doctor --json',
    )
    .option(...natsOption)
    .option(...natsWaitOption)
  addConfigOptions(addWatchOptions(command)).action(async (environment: string | undefined, flags: Flags) => {
    if (flags.dryRun !== true) requireLeftOut('without --dry-run', { '--json': flags.json, '--rates': flags.rates })
    const nats = natsFrom(flags)
    const config = await readConfigOptions(flags, environment)
    if (flags.name !== undefined) requireName(flags.name)
    const { train, dryRun } = await training()
    if (flags.dryRun === true) {
      const { ratesFrom } = await import('../options/rates.ts')
      const { dryRunTable } = await import('../tables/dry-run-table.ts')
      const rates = flags.rates === undefined ? {} : await ratesFrom(flags.rates, config.engine)
      const forecast = await dryRun({ config, ...rates })
      return terminal.print(flags.json === true ? JSON.stringify(forecast) : dryRunTable(forecast))
    }
    const stamp = new Date(terminal.now()).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
    const directory = join(flags.directory, flags.name ?? `${parse(config.environment.name).name}-${stamp}`)
    exit(await watchRun(terminal, { ...flags, directory }, signal => train({ config, directory, ...nats, signal })))
  })
}
