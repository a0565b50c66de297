import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { watchTraining } from '../display/watch-training.ts'

/** `resume RUN`: goes on from the newest whole checkpoint, exactly as if never stopped. */
export function resumeCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('resume')
    .description('go on with a run from its newest checkpoint')
    .argument('<run>', 'run directory')
    .action(async (directory: string) => {
      const { resume } = await training()
      exit(await watchTraining(terminal, signal => resume({ directory, signal })))
    })
}
