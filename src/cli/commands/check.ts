import { Option, type Command } from 'commander'
import { writeFileAtomic } from '../../files/atomic.ts'
import { usualDeadlineMs } from '../../laws/law/deadline.ts'
import type { CheckFlags } from './check-formulation.ts'
import { addSettingOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import type { LawProgress } from '../../laws/law/law.ts'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { requireLeftOut } from '../options/left-out.ts'

interface Flags extends Omit<CheckFlags, 'config' | 'seed' | 'runs' | 'deadline'>, Pick<ConfigFlags, 'config' | 'set'> {
  readonly world?: string
  readonly seed?: number
  readonly runs?: number
  readonly deadline?: number
  readonly output?: string
  /** Instead of a formulation. */
  readonly method?: string
}

/**
 * `check SUBJECT`: the laws of formulations, methods or worlds, by what the file exports or the name is of. A formulation is
 * completed by a configuration as it would be for training. Exit code 1 if a law that must hold is broken.
 */
export function checkCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('check')
    .description(
      'property-test a reward formulation, a world or a method, and show the smallest counterexample to each broken law',
    )
    .argument(
      '[subject]',
      'file whose default export is a formulation, a world or a method, the first in TypeScript or JavaScript; or the name of one',
    )
    .option('--method <name>', 'a method by its name, where a formulation has it, too')
    .option('--world <name>', 'world of the run that would train by it; household if no configuration says otherwise')
    .option('--law <name...>', 'only these laws; of a world, those with this in their name')
    .option('--laws <file>', 'file whose default export is a list of your own laws, checked as well')
    .option(
      '--seed <n>',
      'the same seed tries the same cases (default: 1, of a method that of its settings)',
      wholeNumber('--seed'),
    )
    .option(
      '--runs <n>',
      `cases of each law of a formulation or world (default: ${formulationRuns}, of a world its own number)`,
      wholeNumber('--runs'),
    )
    .option(
      '--deadline <ms>',
      `time limit of one law of a formulation or world; beyond it, it is stuck (default: ${usualDeadlineMs})`,
      wholeNumber('--deadline'),
    )
    .option('--strict', 'a broken law of a formulation that should hold fails the check, too')
    .addOption(new Option('--format <kind>', 'what is printed').choices(['table', 'json', 'junit']).default('table'))
    .option('--output <file>', 'write it to a file instead')
  addSettingOptions(command).action(async (file: string | undefined, { method, ...flags }: Flags) => {
    /* Late, as the laws below. */
    const { progressDisplay } = await import('../display/progress-display.ts')
    const display = progressDisplay(terminal)
    const { text, failed } = await checked(file, method, flags, display.advance).finally(display.stop)
    if (flags.output === undefined) terminal.print(text)
    else await writeFileAtomic(flags.output, `${text}\n`)
    if (failed) exit(1)
  })
}

async function checked(
  file: string | undefined,
  method: string | undefined,
  { runs, ...flags }: Omit<Flags, 'method'>,
  advance: LawProgress,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  if ((file === undefined) === (method === undefined))
    throw new RangeError('check takes a formulation, a world or a method, or --method with the name or file of one')
  /* Late, so that no other command waits for the laws. */
  const { subjectKind } = await import('../../laws/subject-kind.ts')
  const kind = file === undefined ? 'method' : await subjectKind(file)
  const subject = file ?? method ?? ''
  const { seed = 1, deadline = usualDeadlineMs } = flags
  if (kind !== 'formulation')
    requireLeftOut(`where a ${kind} is checked`, { '--laws': flags.laws, '--strict': flags.strict })
  if (kind === 'method') requireLeftOut('where a method is checked', { '--runs': runs, '--deadline': flags.deadline })
  if (kind === 'world') requireLeftOut('where a world is checked', { '--world': flags.world })
  switch (kind) {
    case 'method':
      return (await import('./check-method.ts')).checkMethodFile(subject, flags, advance)
    case 'world': {
      const { checkWorldFile } = await import('./check-world.ts')
      return checkWorldFile(subject, { ...flags, seed, deadline, ...(runs === undefined ? {} : { runs }) }, advance)
    }
    case 'formulation': {
      const { checkFormulationFile } = await import('./check-formulation.ts')
      /* Its seed is that of the cases, not the run's. */
      const { seed: _ofCases, ...settings } = flags
      const config = await readConfigOptions(settings, flags.world)
      const told = { ...flags, config, seed, deadline, runs: runs ?? formulationRuns }
      return checkFormulationFile(subject, told, advance)
    }
    default:
      return unreachable(kind)
  }
}

/** Cases of each law, if nothing is said. */
const formulationRuns = 1000
