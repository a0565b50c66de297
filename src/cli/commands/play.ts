import { Option, type Command } from 'commander'
import type { Split } from '../../contracts/worlds/environment.ts'
import type { PersonStatus } from '../../contracts/worlds/playable-page.ts'
import { numberOrText } from '../options/settings.ts'
import { addSettingOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import { portNumber } from '../options/whole-number.ts'
import type { CliContext } from '../terminal/context.ts'
import { codeAfter, listenForInterrupts } from '../terminal/interrupts.ts'

interface Flags extends Pick<ConfigFlags, 'config' | 'set' | 'seed' | 'preset'> {
  readonly split: Split
  readonly port: number
  readonly open: boolean
}

/** `play [environment]`: a person plays a task in a browser, and is graded as an agent is. */
export function playCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('play')
    .description('play a task of a world yourself, in a browser of this machine')
    .argument('[environment]', 'world to play, one that has a page: desk')
    .addOption(new Option('--split <split>', 'kind of task').choices(['train', 'seen', 'unseen']).default('train'))
    .option('--port <n>', 'port of the page on this machine; 0 for any that is free', portNumber, 0)
    .option('--no-open', 'print the URL, do not open a browser')
    .option('--preset <name>', 'preset of the world, by its name')
    .option('--seed <n>', 'which task', numberOrText)
  addSettingOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const { beginPlay, openWindow } = await import('../../play/play.ts')
    const config = await readConfigOptions(flags, environment ?? 'desk')
    const interrupts = listenForInterrupts(terminal, () => 'stopping')
    const won = deferred<void>()
    let last: PersonStatus = { won: false, steps: 0 }
    const onStatus = (standing: PersonStatus): void => {
      last = standing
      if (standing.won) won.resolve()
    }
    try {
      const play = await beginPlay({ config, split: flags.split, port: flags.port, onStatus })
      terminal.print(`${play.goal}\n${play.url}`)
      const isOpen = flags.open && openWindow(play.url, process.env)
      terminal.print(
        isOpen ? 'A window opens. Ctrl-C ends.' : 'Open this page in a browser of this machine. Ctrl-C ends.',
      )
      try {
        await Promise.race([won.promise, interrupts.interrupted])
      } finally {
        await play.close()
      }
      terminal.print(`${last.won ? 'Won' : 'Not won'}. Steps: ${last.steps} of ${play.stepLimit}.`)
    } finally {
      interrupts.dispose()
    }
    exit(last.won ? 0 : codeAfter(interrupts))
  })
}
