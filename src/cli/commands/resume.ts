import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { natsFrom, natsOption, natsWaitOption, type NatsFlags } from '../options/nats.ts'
import { addWatchOptions, watchRun, type WatchFlags } from '../display/watch-run.ts'

interface Flags extends WatchFlags, NatsFlags {
  readonly iterations?: number
}

/** `resume RUN`: resumes a run from its newest whole checkpoint, bit-identically on processors with the same instruction sets, or continues to more iterations. */
export function resumeCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  const command = parent
    .command('resume')
    .description('resume a run from its newest checkpoint')
    .argument('<run>', 'run directory')
    .option('--iterations <n>', 'iterations to make in all; also of a finished run', wholeNumber('--iterations'))
    .option(...natsOption)
    .option(...natsWaitOption)
  addWatchOptions(command).action(async (directory: string, { iterations, ...flags }: Flags) => {
    const nats = natsFrom(flags)
    const { resume } = await training()
    const more = { ...(iterations === undefined ? {} : { iterations }), ...nats }
    exit(await watchRun(terminal, { directory, ...flags }, signal => resume({ directory, ...more, signal })))
  })
}
