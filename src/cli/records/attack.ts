import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { addSettingOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { wholeNumber } from '../options/whole-number.ts'

interface Flags extends Pick<ConfigFlags, 'config' | 'set'> {
  readonly formulation?: string
  readonly rewardModel?: string
  readonly budget: number
  readonly seed: number
  readonly test?: string
  readonly json?: string
}

/** `attack WORLD`: reward without success, searched for before training finds it. Exit code 1 if there is some. */
export function attackCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('attack')
    .description('search a world for reward without success, and show the shortest episode that gets it')
    .argument('[environment]', 'world to attack')
    .option('--formulation <name>', 'a formulation by its name, or a file (default: that of the settings)')
    .option('--reward-model <folder>', 'model that votes on the steps (default: labels of the world are the votes)')
    .option('--budget <n>', 'episodes to play before finds are shortened', wholeNumber('--budget'), 300)
    .option('--seed <n>', 'the same seed attacks the same task in the same way', wholeNumber('--seed', 0), 1)
    .option('--test <file>', 'writes a test there that fails until the holes are mended')
    .option('--json <file>', 'writes the finds there')
  addSettingOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const { formulation = null, rewardModel = null, budget, seed, test, json } = flags
    const config = await readConfigOptions(flags, environment)
    const [{ attack }, { attackTest }, { attackTable }, { writeFileAtomic }] = await Promise.all([
      import('../../laws/attack/attack.ts'),
      import('../../laws/attack/attack-test.ts'),
      import('../tables/attack-table.ts'),
      import('../../files/atomic.ts'),
    ])
    const options = { config, formulation, rewardModel, budget, seed }
    const attacked = await attack(options)
    terminal.print(attackTable(attacked))
    if (test !== undefined && attacked.holes.some(({ kind }) => kind !== 'fork'))
      await writeFileAtomic(test, attackTest(attacked.holes, options))
    if (json !== undefined) await writeFileAtomic(json, `${JSON.stringify(attacked, null, 2)}\n`)
    if (attacked.holes.length > 0) exit(1)
  })
}
