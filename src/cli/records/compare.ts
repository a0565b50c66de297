import { Option, type Command } from 'commander'
import { intervalMethods, type IntervalMethod } from '../../experiment/results/experiment-result.ts'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { visible } from '../../text/visible.ts'
import { paintFor } from '../terminal/paint.ts'

interface Flags {
  readonly measure?: readonly string[]
  readonly against?: string
  readonly iteration?: number
  readonly intervals: IntervalMethod
  readonly json?: string
}

/** `compare RUN…`: how runs differ in their settings and, seed by seed, in their results. */
export function compareCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('compare')
    .description('compare runs: how their settings differ, and whether what they reached differs by more than chance')
    .argument('<run...>', 'run directories; runs that differ only in their seed are one arm')
    .option(
      '--measure <text>',
      'e.g. "success unseen 0.8", or an id such as policy.entropy, probe.outcome or tasks.acceptedInAll; may be given again',
      (text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text],
    )
    .option(
      '--against <arm>',
      'arm, or a run of it, that the others are compared with (default: that of the first run)',
    )
    .option('--iteration <n>', 'compare after this iteration (default: the last)', wholeNumber('--iteration', 0))
    .addOption(new Option('--intervals <method>', 'how intervals are computed').choices(intervalMethods).default('t'))
    .option('--json <file>', 'writes the comparison there, with every measurement')
    .action(async (directories: readonly string[], { measure, against, iteration, intervals, json }: Flags) => {
      const { compareRuns } = await import('../../experiment/results/compare-runs.ts')
      const { armsTable, settingsTable } = await import('../tables/comparison/arms-table.ts')
      const { comparisonTables } = await import('../tables/comparison/comparison-tables.ts')
      const result = await compareRuns(directories, {
        intervals,
        iteration: iteration ?? null,
        ...(measure === undefined ? {} : { measures: measure }),
        ...(against === undefined ? {} : { against }),
      })
      const { arms, notes } = result
      const configured = arms.flatMap(({ name, runs: [run] }) => (run === undefined ? [] : [{ ...run, arm: name }]))
      terminal.print(
        [
          visible(settingsTable(configured)),
          visible(armsTable(result, iteration ?? null)),
          comparisonTables(result, paintFor(terminal)),
          ...(notes.length === 0 ? [] : [visible(notes.join('\n'))]),
        ].join('\n\n'),
        true,
      )
      if (json === undefined) return
      const { writeFileAtomic } = await import('../../files/atomic.ts')
      await writeFileAtomic(json, `${JSON.stringify(result, null, 2)}\n`)
    })
}
