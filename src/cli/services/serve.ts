import type { Command } from 'commander'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { keyFrom } from '../options/key-from.ts'
import { portNumber, wholeNumber } from '../options/whole-number.ts'
import type { CliContext } from '../terminal/context.ts'
import { serveUntilInterrupted } from './serve-until-interrupted.ts'

interface Flags extends ConfigFlags {
  readonly host: string
  readonly name: readonly string[]
  readonly port: number
  readonly keyVariable: string
  readonly sessions: number
  readonly deadline: number
  readonly admissible?: boolean
}

/** `serve <environment>`: a world on the network, by the protocol of OpenEnv. */
export function serveCommand(parent: Command, { terminal, exit }: CliContext): void {
  const command = parent
    .command('serve')
    .description('offer a world to clients of OpenEnv, until it is interrupted')
    .argument('[environment]', 'world to serve')
    .option('--host <address>', 'where to listen; other machines reach what is not a loopback address', '127.0.0.1')
    .option('--name <host...>', 'names besides addresses by which clients of other machines call it', [])
    .option('--port <n>', 'port to listen on; 0 takes one that is free', portNumber, 8000)
    .option(
      '--key-variable <name>',
      'environment variable with a key that clients must send; unset, none',
      'OPENENV_API_KEY',
    )
    .option('--sessions <n>', 'sessions at once', wholeNumber('--sessions'), 64)
    .option('--deadline <seconds>', 'most seconds for one answer of the world', wholeNumber('--deadline'), 60)
    .option('--admissible', 'tell the actions that the world would take; those of some worlds give solutions away')
  addConfigOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const { serveConfiguredWorld } = await import('../../openenv/serve-configured-world.ts')
    const config = await readConfigOptions(flags, environment)
    const { host, name: names, port, keyVariable, sessions, deadline, admissible = false } = flags
    await serveUntilInterrupted({ terminal, exit }, async () => {
      const served = await serveConfiguredWorld({
        ...{ config, host, names, port, sessions, admissible },
        key: keyFrom(keyVariable),
        deadlineMs: deadline * 1000,
      })
      terminal.print(`serving ${config.environment.name} on ${served.url}, for at most ${sessions} sessions at once`)
      return served
    })
  })
}
