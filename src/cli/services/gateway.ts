import type { Command } from 'commander'
import { keyFrom } from '../options/key-from.ts'
import { settingsBy, withSettings, type Setting } from '../options/settings.ts'
import { isTree, type Tree } from '../../config/tree.ts'
import { requireLeftOut } from '../options/left-out.ts'
import { portNumber, wholeNumber } from '../options/whole-number.ts'
import type { CliContext } from '../terminal/context.ts'
import { serveUntilInterrupted } from './serve-until-interrupted.ts'

interface Flags {
  readonly policy?: string
  readonly service?: readonly Setting[]
  readonly engine?: readonly Setting[]
  readonly temperature: number
  readonly rewardModel?: string
  readonly train?: boolean
  readonly method?: string
  readonly outcome?: string
  readonly openenv?: string
  readonly set?: readonly Setting[]
  readonly host: string
  readonly name: readonly string[]
  readonly port: number
  readonly directory: string
  readonly threads: number
  readonly retain?: string
  readonly redact?: string
}

const keyVariable = 'RLANYTHING_GATEWAY_KEY'
/** Of the server that agents play on. */
const openEnvKeyVariable = 'OPENENV_API_KEY'
/** Names a file. */
const keysVariable = 'RLANYTHING_GATEWAY_KEYS'

/** `gateway`: a model that agents speak to as they do to services. */
export function gatewayCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('gateway')
    .description('answer agents in the dialects of OpenAI and Anthropic, and keep every turn, until it is interrupted')
    .option(
      '--policy <folder>',
      'the model that answers, or the address of a server that has it (default: the starter of household)',
    )
    .option(
      '--service <key=value>',
      'of that server: model, api, tokenizer, …; may be given again',
      settingsBy('--service'),
    )
    .option('--engine <key=value>', 'of the engine, e.g. kind=tinker; may be given again', settingsBy('--engine'))
    .option('--temperature <number>', 'of requests that set none', temperatureFrom, 1)
    .option('--train', 'train it on its turns, while it answers')
    .option('--method <name>', 'binary, opd, combined or rlanything (default: binary)')
    .option('--set <path=value>', 'one setting of it, e.g. policy.learningRate=1e-6; may be given again', settingsBy())
    .option('--outcome <file>', 'a rule of your own by which sessions end, and come out')
    .option('--openenv <url>', 'a server that agents play on through the gateway: it says how sessions come out')
    .option('--reward-model <folder>', 'of --train: the model that votes on turns (default: the starter of household)')
    .option('--host <address>', 'where to listen; other machines reach what is not a loopback address', '127.0.0.1')
    .option('--name <host...>', 'names besides addresses by which clients of other machines call it', [])
    .option('--port <n>', 'port to listen on; 0 takes one that is free', portNumber, 8000)
    .option('--directory <path>', 'where sessions are kept', 'gateway')
    .option('--retain <30d or 500>', 'how long sessions are kept, or how many (default: all, for ever)')
    .option('--redact <file>', 'module whose default export removes from a text what must not be kept')
    .option('--threads <n>', 'threads of the engine', wholeNumber('--threads'), 2)
    .action(async ({ name: names, policy: model, service = [], engine = [], set, ...flags }: Flags) => {
      const isService = /^https?:\/\//.test(model ?? '')
      if (service.length > 0 && !isService)
        throw new RangeError(`--service needs a --policy that is an address, got ${model ?? 'none'}`)
      if (flags.train !== true)
        requireLeftOut('without --train', {
          ...{ '--method': flags.method, '--set': set === undefined ? undefined : settingsIn(set) },
          ...{ '--outcome': flags.outcome, '--reward-model': flags.rewardModel },
        })
      const { createGateway } = await training()
      await serveUntilInterrupted({ terminal, exit }, async () => {
        const given = keyFrom(keyVariable) ?? undefined
        const served = await createGateway({
          ...flags,
          ...{ names, engine: settingsIn(engine) },
          policy: isService ? { ...settingsIn(service), url: model ?? '' } : model,
          ...(set === undefined ? {} : { settings: settingsIn(set) }),
          ...{ key: given, openenvKey: keyFrom(openEnvKeyVariable) ?? undefined },
          keys: keyFrom(keysVariable) ?? undefined,
        })
        terminal.print(`agents find the model at ${served.url}; turns are kept in ${flags.directory}`)
        if (given === undefined) terminal.print(`they need the key ${served.key}; ${keyVariable} sets another`)
        return served
      })
    })
}

/** The gateway says which numbers it takes. */
const temperatureFrom = (text: string): number => (text.trim() === '' ? NaN : Number(text))

function settingsIn(given: readonly Setting[]): Tree {
  const tree = withSettings({}, given)
  return isTree(tree) ? tree : {}
}
