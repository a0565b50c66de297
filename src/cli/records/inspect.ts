import { Option, type Command } from 'commander'
import { iterationRange, type IterationRange } from '../options/iteration-range.ts'
import { wholeNumber } from '../options/whole-number.ts'
import type { CliContext } from '../terminal/context.ts'
import type { InspectFlags } from './inspect-run.ts'

/** `inspect RUN`: the episodes and measures of an iteration, or one of the episodes step by step. */
export function inspectCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('inspect')
    .description(
      'show the episodes of a run, steps, verdicts or tests, rewards, advantages, and what the method measured',
    )
    .argument('<run>', 'run directory')
    .option('--iteration <n>', 'iteration (default: the last)', wholeNumber('--iteration', 0))
    .addOption(
      new Option('--device', 'use of the device in the iteration, instead of its episodes').conflicts('episode'),
    )
    .addOption(
      new Option(
        '--verdicts <iterations...>',
        "mean verdict by the expert's reason, in iterations such as 1-10 231-240: which kinds of step the observer tells apart",
      )
        .argParser((text, ranges: readonly IterationRange[] | undefined) => [...(ranges ?? []), iterationRange(text)])
        .conflicts(['iteration', 'device', 'episode']),
    )
    .addOption(
      new Option(
        '--edits',
        'edits of tasks by their kind: how many were accepted, and how many chance would accept',
      ).conflicts(['iteration', 'device', 'episode', 'verdicts']),
    )
    .option('--episode <id>', 'one episode by its id, e.g. train/12/3/0: use/iteration/slot/member')
    .option('--html <file>', 'write the episode into a page, screen by screen (graphical interfaces, with --episode)')
    .option('--screenshots', 'play it again in a browser, for pictures of the screens (miniwob, with --html)')
    .action(async (directory: string, flags: InspectFlags) => {
      /* Late, so that no other command waits for it. */
      const { inspectRun } = await import('./inspect-run.ts')
      const warn = (text: string): void => terminal.printError(`warning: ${text}`)
      terminal.print(await inspectRun(directory, flags, { width: terminal.width, warn }))
    })
}
