import { existsSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import type { Command } from 'commander'
import { reasonOf } from '../../contracts/failure.ts'
import type { RunQueue } from '../../experiment/queue/run-queue.ts'
import type { NatsBus } from '../../runtime/machines/nats-bus.ts'
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
    .option('--stay', 'wait for further runs when one has ended, and make whole runs of experiments')
    .option('--idle <seconds>', 'how long it waits for a run that is gone', wholeNumber('--idle'), 60)
    .action(async ({ nats, name, slots, modules, stay, idle, has }: Flags) => {
      const { connectNats } = await import('../../runtime/machines/nats-bus.ts')
      const { startWorker } = await import('../../runtime/machines/worker.ts')
      const all = [...new Set([...(await foundHere()), ...has])]
      await serveUntilInterrupted({ terminal, exit }, async () => {
        const bus = await connectNats(nats, name)
        const tell = (text: string): void => terminal.print(`${name}: ${text}`)
        const stays = stay === true
        const queue = stays ? await queueOf(bus, tell) : null
        const places = { name, slots, has: all, modules, stays, makesRuns: queue !== null, idleMs: 1_000 * idle }
        const { reserve, leave, ended } = await startWorker({ bus, ...places, tell })
        const making = { worker: name, reserve, tell }
        const runs =
          queue === null ? null : (await import('../../experiment/queue/make-runs.ts')).makeRuns({ queue, ...making })
        const having = all.length === 0 ? '' : `, with ${all.join(', ')}`
        terminal.print(`${name} waits for runs, with ${slots} places${having}`)
        return {
          ended,
          close: async () => {
            leave()
            runs?.leave()
            try {
              await Promise.all([ended, runs?.ended])
            } finally {
              await bus.close()
            }
          },
        }
      })
    })
}

/** Where whole runs of experiments wait; `null` where there is no such queue, which is told. */
async function queueOf(bus: NatsBus, tell: (text: string) => void): Promise<RunQueue | null> {
  try {
    const { openDurableQueue } = await import('../../runtime/machines/queue/nats-durable-queue.ts')
    const { installedPackages } = await import('../../runtime/machines/packages.ts')
    return await openDurableQueue(bus, (await installedPackages([])).build)
  } catch (error) {
    tell(`makes no whole runs: ${reasonOf(error)}`)
    return null
  }
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
