import { Option, type Command } from 'commander'
import type { Split } from '../../environment.ts'
import type { EvaluationEvent } from '../../training/events.ts'
import type { Success } from '../../training/metrics.ts'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../config-options.ts'
import type { CliContext } from '../context.ts'
import { listenForInterrupts } from '../interrupts.ts'
import { progressDisplay } from '../progress-display.ts'
import { withError } from '../summary-table.ts'
import { systemEventLine } from '../system-event-line.ts'
import { textTable } from '../../text-table.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags extends ConfigFlags {
  readonly policy?: string
  readonly split: readonly Split[]
  readonly tasks?: number
}

/** `eval [environment]`: success of a policy, split by split. */
export function evalCommand(parent: Command, { terminal, training }: CliContext): void {
  const command = parent
    .command('eval')
    .description('measure a policy on fixed tasks')
    .argument('[environment]', 'world to play')
    .option('--policy <folder>', 'model folder of the policy (default: the shipped starter)')
    .addOption(
      new Option('--split <split...>', 'kinds of task')
        .choices(['train', 'seen', 'unseen'])
        .default(['seen', 'unseen']),
    )
    .option('--tasks <n>', 'tasks a split', wholeNumber('--tasks'))
  addConfigOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const config = await readConfigOptions(flags, environment)
    const { evaluate } = await training()
    const interrupts = listenForInterrupts(terminal, 'stopping')
    const display = progressDisplay(terminal)
    const results: Success[] = []
    const show = (event: EvaluationEvent): void => {
      if (event.kind === 'result') results.push(event.success)
      else if (event.kind === 'progress') display.advance(event.done, event.total, 'measured')
      else display.line(systemEventLine(event))
    }
    try {
      await evaluate({
        config,
        policy: flags.policy ?? null,
        splits: flags.split,
        tasks: flags.tasks ?? config.evaluation.tasks,
        signal: interrupts.signal,
      }).forEach(show)
    } finally {
      display.stop()
      interrupts.dispose()
    }
    terminal.print(successTable(results))
  })
}

/** Success with its standard error, in percent. */
export const successTable = (results: readonly Success[]): string =>
  textTable(
    [
      { title: 'split', align: 'left' },
      { title: 'temperature', align: 'right' },
      { title: 'tasks', align: 'right' },
      { title: 'success %', align: 'right' },
    ],
    results.map(each => [each.split, String(each.temperature), String(each.tasks), withError(each)]),
  )
