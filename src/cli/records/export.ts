import { Option, type Command } from 'commander'
import type { ExportForm } from '../../export/export-run.ts'
import { iterationRange, type IterationRange } from '../options/iteration-range.ts'
import { requireLeftOut } from '../options/left-out.ts'
import type { CliContext } from '../terminal/context.ts'

interface Flags {
  readonly to: ExportForm
  readonly out?: string
  readonly iterations?: IterationRange
  readonly rawCells?: boolean
}

const forms = ['tensorboard', 'csv', 'parquet', 'atif'] as const satisfies readonly ExportForm[]

/** `export RUN --to FORM`: a run in the forms that other programs read. */
export function exportCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('export')
    .description('write the numbers or the episodes of a run for other programs, also of one that is still going')
    .argument('<run>', 'run directory')
    .addOption(
      new Option(
        '--to <form>',
        'event files of TensorBoard, metrics and steps as CSV or Parquet, or episodes as trajectories of ATIF',
      )
        .choices(forms)
        .makeOptionMandatory(),
    )
    .option('--out <folder>', 'new or empty folder (default: export/FORM in that of the run)')
    .option('--iterations <n or n-m>', 'whose episodes are written (default: all)', iterationRange)
    .option('--raw-cells', "of CSV: texts as they are, without the ' before those that spreadsheets take for formulas")
    .action(async (directory: string, { to, out, iterations, rawCells }: Flags) => {
      const { exportRun } = await import('../../export/export-run.ts')
      if (to !== 'csv') requireLeftOut(`with --to ${to}`, { '--raw-cells': rawCells })
      if (to === 'tensorboard')
        requireLeftOut('with --to tensorboard, which has no episodes', { '--iterations': iterations })
      const rest = {
        rawCells: rawCells === true,
        ...(out === undefined ? {} : { out }),
        ...(iterations === undefined ? {} : { iterations }),
      }
      terminal.print(await exportRun({ directory, to, ...rest }))
    })
}
