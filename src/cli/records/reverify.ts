import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { listenForInterrupts } from '../terminal/interrupts.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags {
  readonly formulation?: string
  readonly rewardModel?: string
  readonly iteration?: number
  readonly json?: string
}

/** `reverify RUN`: what a run's advantages would have been by another formulation or reward model. */
export function reverifyCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('reverify')
    .description('compute the rewards and advantages of stored episodes anew, and show what would have changed')
    .argument('<run>', 'run directory, by the method rlanything')
    .option('--formulation <name>', "a formulation by its name, or a file (default: the run's)")
    .option('--reward-model <folder>', 'votes on the episodes, replayed, instead of the votes that are stored')
    .option('--iteration <n>', 'of this iteration alone (default: all with episodes)', wholeNumber('--iteration', 1))
    .option('--json <file>', 'writes every value there, before and after')
    .action(async (run: string, { formulation, rewardModel, iteration, json }: Flags) => {
      const [{ reverify }, { reverifyTable }] = await Promise.all([
        import('../../reverify/reverify.ts'),
        import('../tables/reverify-table.ts'),
      ])
      const interrupts = listenForInterrupts(terminal, () => 'stopping')
      const options = {
        formulation: formulation ?? null,
        rewardModel: rewardModel ?? null,
        iteration: iteration ?? null,
      }
      try {
        const warn = (text: string): void => terminal.printError(`warning: ${text}`)
        const iterations = await reverify(run, { ...options, warn, signal: interrupts.signal })
        terminal.print(reverifyTable(iterations))
        if (json === undefined) return
        const { writeFileAtomic } = await import('../../files/atomic.ts')
        await writeFileAtomic(json, `${JSON.stringify({ run, ...options, iterations }, null, 2)}\n`)
      } finally {
        interrupts.dispose()
      }
    })
}
