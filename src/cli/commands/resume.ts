import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { natsFrom, natsOption, natsWaitOption } from '../options/nats.ts'
import { eventsOf } from '../display/events-of.ts'

interface Flags {
  readonly iterations?: number
  readonly tensorboard?: boolean
  readonly nats?: string
  readonly natsWait?: number
}

/** `resume RUN`: resumes a run from its newest whole checkpoint, bit-identically on processors with the same instruction sets, or continues to more iterations. */
export function resumeCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('resume')
    .description('resume a run from its newest checkpoint')
    .argument('<run>', 'run directory')
    .option('--iterations <n>', 'iterations to make in all; also of a finished run', wholeNumber('--iterations'))
    .option(...natsOption)
    .option(...natsWaitOption)
    .option('--tensorboard', 'write event files of TensorBoard, in the folder tensorboard of the run')
    .action(async (directory: string, { tensorboard, iterations, ...flags }: Flags) => {
      const nats = natsFrom(flags)
      const { resume } = await training()
      const { watchTraining } = await import('../display/watch-training.ts')
      const follow = tensorboard === true ? await eventsOf(terminal) : null
      exit(
        await watchTraining(
          terminal,
          signal => resume({ directory, ...(iterations === undefined ? {} : { iterations }), ...nats, signal }),
          follow,
        ),
      )
    })
}
