import { existsSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import type { Command } from 'commander'
import type { CliContext } from '../terminal/context.ts'
import { names } from '../options/lists.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { serveUntilInterrupted } from './serve-until-interrupted.ts'

interface Flags {
  readonly nats: string
  readonly name: string
  readonly slots: number
  readonly has: readonly string[]
  readonly modules: readonly string[]
  readonly stay?: boolean
  readonly idle: number
}

/** `worker`: places for actors of runs on other machines. */
export function workerCommand(parent: Command, { terminal, exit }: CliContext): void {
  parent
    .command('worker')
    .description('run actors of a run that is on another machine, until that run or a signal ends it')
    .requiredOption('--nats <url>', 'NATS server, e.g. nats://127.0.0.1:4222')
    .option('--name <name>', 'by which runs name it', hostname())
    .option('--slots <n>', 'actors at once', wholeNumber('--slots'), availableParallelism())
    .option('--has <labels>', 'what it has besides what is found here (browser, python, gpu)', names('--has'), [])
    .option('--modules <packages>', 'packages whose modules it runs besides this one', names('--modules'), [])
    .option('--stay', 'wait for further runs when one has ended')
    .option('--idle <seconds>', 'how long it waits for a run that is gone', wholeNumber('--idle'), 60)
    .action(async ({ nats, name, slots, modules, stay, idle, has }: Flags) => {
      const { connectNats } = await import('../../runtime/machines/nats-bus.ts')
      const { startWorker } = await import('../../runtime/machines/worker.ts')
      const all = [...new Set([...(await foundHere()), ...has])]
      await serveUntilInterrupted({ terminal, exit }, async () => {
        const bus = await connectNats(nats, name)
        const tell = (text: string): void => terminal.print(`${name}: ${text}`)
        const places = { name, slots, has: all, modules, stays: stay === true, idleMs: 1_000 * idle }
        const { leave, ended } = await startWorker({ bus, ...places, tell })
        const having = all.length === 0 ? '' : `, with ${all.join(', ')}`
        terminal.print(`${name} waits for runs, with ${slots} places${having}`)
        return {
          ended,
          close: async () => {
            leave()
            try {
              await ended
            } finally {
              await bus.close()
            }
          },
        }
      })
    })
}

/** Labels of what this machine has. */
async function foundHere(): Promise<readonly string[]> {
  const { findBrowser, findProgram } = await import('../../browser/process/find-browser.ts')
  const hasBrowser = (): boolean => {
    try {
      return findBrowser(undefined, process.env) !== ''
    } catch {
      return false
    }
  }
  return [
    ...(hasBrowser() ? ['browser'] : []),
    ...(findProgram(process.env, ['python3']) === null ? [] : ['python']),
    ...(existsSync('/dev/nvidia0') ? ['gpu'] : []),
  ]
}
