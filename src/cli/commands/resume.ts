import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { watchTraining } from '../display/watch-training.ts'

/** `resume RUN`: resumes a run bit-identically from its newest whole checkpoint. */
export function resumeCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('resume')
    .description('resume a run from its newest checkpoint')
    .argument('<run>', 'run directory')
    .action(async (directory: string) => {
      const { resume } = await training()
      exit(await watchTraining(terminal, signal => resume({ directory, signal })))
    })
}
