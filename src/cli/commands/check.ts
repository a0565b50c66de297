import { writeFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import type { CheckFlags } from './check-formulation.ts'
import { addSettingOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags extends Omit<CheckFlags, 'config'>, Pick<ConfigFlags, 'config' | 'set'> {
  readonly world?: string
  readonly output?: string
}

/**
 * `check FORMULATION`: the laws on the one that a file exports, or on one by its name, completed by a configuration as it
 * would be for training. Exit code 1 if one that must hold is broken.
 */
export function checkCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('check')
    .description('hold a reward formulation to the laws, with the smallest counterexample of each that is broken')
    .argument(
      '<formulation>',
      'TypeScript or JavaScript file whose default export is a formulation, or the name of one',
    )
    .option('--world <name>', 'world of the run that would train by it; household if no configuration says otherwise')
    .option('--law <name...>', 'only these laws')
    .option('--seed <n>', 'the same seed tries the same cases', wholeNumber('--seed'), 1)
    .option('--runs <n>', 'cases of each law', wholeNumber('--runs'), 1000)
    .option('--deadline <ms>', 'time limit of one law; beyond it, it is stuck', wholeNumber('--deadline'), 20_000)
    .option('--strict', 'a broken law that should hold fails the check, too')
    .addOption(new Option('--format <kind>', 'what is printed').choices(['table', 'json', 'junit']).default('table'))
    .option('--output <file>', 'write it to a file instead')
  addSettingOptions(command).action(async (file: string, flags: Flags) => {
    /* Late, so that no other command waits for the laws. */
    const { checkFormulationFile } = await import('./check-formulation.ts')
    /* Its seed is that of the cases, not the run's. */
    const { seed: _ofCases, ...settings } = flags
    const config = await readConfigOptions(settings, flags.world)
    const { text, failed } = await checkFormulationFile(file, { ...flags, config })
    if (flags.output === undefined) terminal.print(text)
    else await writeFile(flags.output, `${text}\n`)
    if (failed) exit(1)
  })
}
