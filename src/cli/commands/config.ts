import { Option, type Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { settingsText } from '../tables/settings-text.ts'
import { departs } from '../../config/reference/keys.ts'

interface Flags {
  readonly recipe?: boolean
  readonly json?: boolean
  readonly schema?: boolean
  readonly preset?: string
  readonly method?: string
}

/** `config [world]`: every setting with its default, range and meaning. */
export function configCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('config')
    .description(
      'list all settings: keys, defaults, ranges and meaning; of a world with its preset and its own options',
    )
    .argument('[environment]', 'world')
    .option('--preset <name>', 'with that preset of the world')
    .option('--method <name>', 'those that have an effect on a run by that method')
    .addOption(new Option('--recipe', 'settings of warm-start --recipe instead of those of a run').conflicts('method'))
    .option('--json', 'the defaults as JSON; those of a run can be given to --config')
    .addOption(new Option('--schema', 'JSON Schema, for editors').conflicts('json'))
    .action(
      async (
        environment: string | undefined,
        { recipe = false, json = false, schema = false, preset, method }: Flags,
      ) => {
        /* Late, so that no other command waits for it. */
        const { recipeReference, runReference } = await import('../../methods/registry/settings-reference.ts')
        const reference = await (recipe
          ? recipeReference(environment ?? null, preset ?? null)
          : runReference({ world: environment, preset, method }))
        if (schema || json) {
          const value = schema ? reference.schema : reference.defaults
          return terminal.print(JSON.stringify(value, null, 2))
        }
        const title = recipe
          ? 'Settings of a warm start, as --recipe takes them'
          : 'Settings of a run, as --set and --config take them'
        const departing = reference.sections.some(({ keys }) => keys.some(departs))
        const star = departing
          ? `\n* by the preset ${preset === undefined ? '' : `${preset} `}of ${reference.world}`
          : ''
        terminal.print(`${title}${star}\n\n${settingsText(reference.sections, terminal.width)}`)
      },
    )
}
