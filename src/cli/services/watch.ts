import { Option, type Command } from 'commander'
import { portNumber } from '../options/whole-number.ts'
import type { CliContext } from '../terminal/context.ts'
import { leftAlone } from './left-alone.ts'
import { serveUntilInterrupted } from './serve-until-interrupted.ts'

interface Flags {
  readonly port: number
  readonly open: boolean
  readonly whileInput?: boolean
}

/** `watch [run...]`: a page on which runs can be followed while they train, and looked at afterwards. */
export function watchCommand(parent: Command, { terminal, exit }: CliContext): void {
  parent
    .command('watch')
    .description('serve a page of runs to the browser of this machine: while they train, and afterwards')
    .argument('[run...]', 'run directories or gateways, or folders of them (default: runs)')
    .option('--port <n>', 'port of the page on this machine; 0 for any that is free', portNumber, 0)
    .option('--no-open', 'print the URL, do not open a browser')
    .addOption(new Option('--while-input', 'end once the input has ended and no page looks on').hideHelp())
    .action(async (paths: readonly string[], { port, open, whileInput = false }: Flags) => {
      const { beginWatch } = await import('../../watch/watch.ts')
      const { openWindow } = await import('../../play/play.ts')
      await serveUntilInterrupted({ terminal, exit }, async () => {
        const watched = paths.length === 0 ? ['runs'] : paths
        const watch = await beginWatch({ paths: watched, port })
        terminal.print(watch.url)
        if (whileInput) return { close: watch.close, ended: leftAlone(process.stdin, watch.pages) }
        const found = watch.runs() === 0 ? `No run yet in ${watched.join(', ')}: they appear as they begin. ` : ''
        const isOpen = open && openWindow(watch.url, process.env)
        const where = isOpen ? 'A window opens.' : 'Open this page in a browser of this machine.'
        terminal.print(`${found}${where} Ctrl-C ends; runs are not touched.`)
        return watch
      })
    })
}
