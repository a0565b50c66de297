import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'

/** `report RUN`: writes report.html anew, also of a run that is still going. */
export function reportCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('report')
    .description('write the report of a run: one page that needs no network')
    .argument('<run>', 'run directory')
    .action(async (directory: string) => {
      const { writeReport } = await import('../../report/write-report.ts')
      terminal.print(await writeReport(directory, text => terminal.printError(`warning: ${text}`)))
    })
}
