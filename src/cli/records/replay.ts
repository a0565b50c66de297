import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { settingsBy, type Setting } from '../options/settings.ts'

/** `replay FOLDER`: replays a call that gave non-finite values, and finds where they first arise. */
export function replayCommand(parent: Command, { terminal, training }: CliContext): void {
  parent
    .command('replay')
    .description('replay a failed batch of a run, and find where non-finite values first arise')
    .argument('<folder>', 'one of the folders in RUN/failures')
    .option('--set <key=value>', 'another engine than it failed on, e.g. kind=tfjs; may be given again', settingsBy())
    .action(async (folder: string, { set = [] }: { readonly set?: readonly Setting[] }) => {
      const { replay } = await training()
      const changes = Object.fromEntries(set.map(({ path, value }) => [path.join('.'), value]))
      const { model, verb, engine, mixed, recorded, found, origin } = await replay({ folder, engine: changes })
      if (mixed !== null) terminal.print(mixed)
      terminal.print(`${verb} of ${model} failed: ${recorded.join(', ')} not finite`)
      if (origin === null) return terminal.print(`on ${engine.kind} it does not fail`)
      terminal.print(`on ${engine.kind}: ${found.join(', ')} not finite`)
      const { describeOrigin } = await import('../../run/failures/replay.ts')
      terminal.print(describeOrigin(origin))
    })
}
