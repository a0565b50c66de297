import { Option, type Command } from 'commander'
import type { Split } from '../../contracts/environment.ts'
import type { SandboxName } from '../../contracts/job.ts'
import type { EvaluationEvent } from '../../run/events/events.ts'
import type { Success } from '../../contracts/metrics.ts'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import type { CliContext } from '../terminal/context.ts'
import { listenForInterrupts } from '../terminal/interrupts.ts'
import { progressDisplay } from '../display/progress-display.ts'
import { withError } from '../tables/summary-table.ts'
import { systemEventLine } from '../display/system-event-line.ts'
import { textTable } from '../../text/text-table.ts'
import { watchPrograms } from '../display/watch-programs.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags extends ConfigFlags {
  readonly policy?: string
  readonly split: readonly Split[]
  readonly tasks?: number
  readonly items?: string
  readonly programs?: string
  readonly sandbox?: SandboxName
  readonly json?: string
}

/** `eval [environment]`: success of a policy, split by split; or how good given programs for given items are. */
export function evalCommand(parent: Command, { terminal, training }: CliContext): void {
  const command = parent
    .command('eval')
    .description('measure a policy on fixed tasks, or given programs on given items')
    .argument('[environment]', 'world to play')
    .option('--policy <folder>', 'model folder of the policy (default: the shipped starter)')
    .addOption(
      new Option('--split <split...>', 'kinds of task')
        .choices(['train', 'seen', 'unseen'])
        .default(['seen', 'unseen']),
    )
    .option('--tasks <n>', 'tasks a split', wholeNumber('--tasks'))
    .addOption(
      new Option(
        '--items <file>',
        "items in RLAnything's or LiveCodeBench's form, for worlds whose actions are programs",
      ).conflicts(['policy', 'split', 'tasks']),
    )
    .option('--programs <file>', 'programs to try on the items: question_id or index, and program or programs')
    .addOption(
      new Option('--sandbox <name>', 'what runs the programs (default: pyodide)').choices(['pyodide', 'monty']),
    )
    .option('--json <file>', 'writes what became of each program there')
  addConfigOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const config = await readConfigOptions(flags, environment)
    const { evaluate, evaluatePrograms } = await training()
    const files = programFiles(flags)
    if (files !== null) {
      const { threads } = config.environment
      const { json = null, sandbox = 'pyodide' } = flags
      return watchPrograms(terminal, json, signal =>
        evaluatePrograms({ ...files, environment: config.environment, sandbox, threads, signal }),
      )
    }
    const interrupts = listenForInterrupts(terminal, () => 'stopping')
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

/** @throws {RangeError} if one of the options is there that only go together. */
function programFiles({ items, programs, sandbox, json }: Flags): { items: string; programs: string } | null {
  if (items !== undefined && programs !== undefined) return { items, programs }
  const given = Object.entries({ items, programs, sandbox, json }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return null
  const names = given.map(([name]) => `--${name}`).join(' and ')
  throw new RangeError(`--items and --programs must be there together, got only ${names}`)
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
