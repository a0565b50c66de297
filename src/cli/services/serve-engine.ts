import { InvalidArgumentError, type Command } from 'commander'
import { shippedStarter } from '../../config/environment-source.ts'
import type { CliContext } from '../terminal/context.ts'
import { serveUntilInterrupted } from './serve-until-interrupted.ts'
import { keyFrom } from '../options/key-from.ts'
import { portNumber, wholeNumber } from '../options/whole-number.ts'

interface Flags {
  readonly model?: Readonly<Record<string, string>>
  readonly host: string
  readonly name: readonly string[]
  readonly port: number
  readonly folder: string
  readonly threads: number
  readonly maxModels: number
  readonly keyVariable: string
}

/** `serve-engine`: a small server of the Tinker API in front of the local engine. */
export function serveEngineCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('serve-engine')
    .description('offer the local engine to clients of the Tinker API, until it is interrupted')
    .option('--model <name=folder...>', 'a model that clients can train (default: the starters of household)', models)
    .option('--host <address>', 'where to listen; other machines reach what is not a loopback address', '127.0.0.1')
    .option('--name <host...>', 'names besides addresses by which clients of other machines call it', [])
    .option('--port <n>', 'port to listen on; 0 takes one that is free', portNumber, 8000)
    .option('--folder <path>', 'where checkpoints are kept', 'service')
    .option('--threads <n>', 'threads of the engine', wholeNumber('--threads'), 2)
    .option('--max-models <n>', 'models that can be trained at once', wholeNumber('--max-models'), 6)
    .option(
      '--key-variable <name>',
      'environment variable with the key that clients must send; unset, one is made',
      'TINKER_API_KEY',
    )
    .action(async ({ model = starters(), name: names, threads, keyVariable, ...rest }: Flags) => {
      const { serveEngine } = await training()
      await serveUntilInterrupted({ terminal, exit }, async () => {
        const served = await serveEngine({
          models: model,
          key: keyFrom(keyVariable) ?? undefined,
          engine: { engine: 'onnx', threads },
          ...{ ...rest, names },
        })
        terminal.print(`serving on ${served.url}: ${Object.keys(model).join(', ')}`)
        if (served.key !== null && served.key !== keyFrom(keyVariable))
          terminal.print(`clients need the key ${served.key}; a run finds it in ${keyVariable}`)
        return served
      })
    })
}

const starters = () => ({
  policy: shippedStarter('household', 'policy'),
  'reward-model': shippedStarter('household', 'reward-model'),
})

function models(text: string, before: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const [, name, folder] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || folder === undefined)
    throw new InvalidArgumentError(`--model must be NAME=FOLDER, got ${text}`)
  return { ...before, [name]: folder }
}
