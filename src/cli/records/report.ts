import type { Command } from 'commander'
import { requireLeftOut } from '../options/left-out.ts'
import type { CliContext } from '../terminal/context.ts'

interface Flags {
  readonly record?: string
  readonly name?: string
  readonly screenshots?: boolean
}

/** `report RUN`: writes report.html anew, also of a run that is still going; with `--record`, a curve for other runs' reports. */
export function reportCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('report')
    .description('write the report of a run: one page that needs no network')
    .argument('<run>', 'run directory')
    .option(
      '--record <file>',
      'write success by iteration of a finished run into a file that goes with its world, instead',
    )
    .option(
      '--screenshots',
      'play the episodes that are shown again in a browser, for pictures of their screens (miniwob)',
    )
    .option('--name <name>', 'of --record: name of the run in the reports (default: outcome alone)')
    .action(async (directory: string, { record, name, screenshots }: Flags) => {
      if (record !== undefined) {
        requireLeftOut('where --record is given', { '--screenshots': screenshots })
        const { recordCurve } = await import('../../report/recorded/record-curve.ts')
        await recordCurve(directory, record, name ?? 'outcome alone')
        terminal.print(record)
        return
      }
      requireLeftOut('without --record', { '--name': name })
      const warn = (text: string): void => terminal.printError(`warning: ${text}`)
      const { writeReport } = await import('../../report/write-report.ts')
      terminal.print(await writeReport(directory, warn, { screenshots: screenshots === true }))
    })
}
