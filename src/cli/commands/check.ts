import { writeFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import type { CheckFlags } from './check-formulation.ts'
import { addSettingOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags extends Omit<CheckFlags, 'config'>, Pick<ConfigFlags, 'config' | 'set'> {
  readonly world?: string
  readonly output?: string
  /** Instead of a formulation. */
  readonly method?: string
}

/**
 * `check FORMULATION`: the laws on the one that a file exports, or on one by its name, completed by a configuration as it
 * would be for training; `check METHOD`: those of methods. Exit code 1 if one that must hold is broken.
 */
export function checkCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('check')
    .description(
      'hold a reward formulation to the laws, with the smallest counterexample of each that is broken; or a method to its own',
    )
    .argument(
      '[formulation or method]',
      'TypeScript or JavaScript file whose default export is a formulation or a method, or the name of one',
    )
    .option('--method <name>', 'a method by its name, where a formulation has it, too')
    .option('--world <name>', 'world of the run that would train by it; household if no configuration says otherwise')
    .option('--law <name...>', 'only these laws')
    .option('--laws <file>', "file whose default export is a list of laws of one's own, checked as well")
    .option('--seed <n>', 'the same seed tries the same cases', wholeNumber('--seed'), 1)
    .option('--runs <n>', 'cases of each law', wholeNumber('--runs'), 1000)
    .option('--deadline <ms>', 'time limit of one law; beyond it, it is stuck', wholeNumber('--deadline'), 20_000)
    .option('--strict', 'a broken law that should hold fails the check, too')
    .addOption(new Option('--format <kind>', 'what is printed').choices(['table', 'json', 'junit']).default('table'))
    .option('--output <file>', 'write it to a file instead')
  addSettingOptions(command).action(async (file: string | undefined, { method, ...flags }: Flags) => {
    const { text, failed } = await checked(file, method, flags)
    if (flags.output === undefined) terminal.print(text)
    else await writeFile(flags.output, `${text}\n`)
    if (failed) exit(1)
  })
}

/** A module that is no formulation may be a method. */
async function checked(
  file: string | undefined,
  method: string | undefined,
  flags: Omit<Flags, 'method'>,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  if ((file === undefined) === (method === undefined))
    throw new RangeError('check takes a formulation, or --method with the name or file of a method')
  /* Late, so that no other command waits for the laws. */
  const methods = () => import('./check-method.ts')
  if (file === undefined) return (await methods()).checkMethodFile(method ?? '', flags)
  try {
    const { checkFormulationFile } = await import('./check-formulation.ts')
    /* Its seed is that of the cases, not the run's. */
    const { seed: _ofCases, ...settings } = flags
    const config = await readConfigOptions(settings, flags.world)
    return await checkFormulationFile(file, { ...flags, config })
  } catch (thrown) {
    const { checkMethodFile, isMethod } = await methods()
    if (await isMethod(file)) return checkMethodFile(file, flags)
    throw thrown
  }
}
