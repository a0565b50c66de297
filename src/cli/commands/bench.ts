import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { isTree, laidOver } from '../../config/tree.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { parsedJson } from '../../text/parsed.ts'
import type { ThroughputEvent, ThroughputRow } from '../../throughput/measure/events.ts'
import { models } from '../../throughput/measure/models.ts'
import type { CliContext } from '../terminal/context.ts'
import type { ProgressDisplay } from '../display/progress-display.ts'
import { numberOrText, settingsBy, withSettings, type Setting } from '../options/settings.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { warnOfLoad } from '../terminal/warn-of-load.ts'

interface Flags {
  readonly set?: readonly Setting[]
  readonly json?: boolean
  readonly module?: string
  readonly against?: string
  readonly profile?: string
  readonly [setting: string]: unknown
}

/** `bench`: env-steps a second of the whole runtime, compared with the engine alone. */
export function benchCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  let settings = ''
  const command = parent
    .command('bench')
    .description('measure how many steps of worlds a second the runtime makes, compared with the engine alone')
    .option(
      '--threads <k...>',
      'environment threads (default: 1 to 4, one less than there are cores)',
      each('--threads'),
    )
    .option('--worlds <m...>', 'worlds a thread (default: 256)', each('--worlds'))
    .addOption(
      new Option(
        '--models <model...>',
        'what chooses actions: nothing, a network, a language model; or train (default: those that fit the world)',
      ).choices(models),
    )
    .option('--seconds <s>', 'length of a measurement (default: 3)', numberOrText)
    .option('--episodes <n>', 'fixed work: episodes that each measurement of lm plays', wholeNumber('--episodes'))
    .option('--rounds <n>', 'measurements of which the median is given (default: 3)', wholeNumber('--rounds'))
    .option('--module <file>', 'module with your world: environment.name (default: one that counts, and the household)')
    .option('--policy <folder>', 'language model of lm (default: the shipped starter, else random weights)')
    .option('--actor <file>', 'module of your actor instead of gpu, or of policy in a world in text')
    .option('--seed <n>', 'every draw is keyed by it (default: 1)', wholeNumber('--seed', 0))
    .option('--set <path=value>', 'any setting below, e.g. maxBatch=4', settingsBy())
    .option(
      '--against <file>',
      'what --json has printed: its cases again, with what is given here instead, in rounds that alternate with its own',
    )
    .option('--profile <folder>', 'a CPU profile of each actor, e.g. gpu.cpuprofile; of one case')
    .option('--json', 'one JSON object a row, with every round')
    .addHelpText('after', () => `\nSettings, as --set takes them\n\n${settings}`)
    .action(async ({ set = [], json = false, module, against: file, profile, ...flags }: Flags) => {
      const against = file === undefined ? undefined : await optionsIn(file)
      const own = module === undefined ? flags : { ...flags, environment: { name: module } }
      const options = withSettings(laidOver(against ?? {}, own), set)
      const { bench } = await training()
      const { withProgress } = await import('../display/with-progress.ts')
      const rows: ThroughputRow[] = []
      const show = (event: ThroughputEvent, display: ProgressDisplay): void => {
        if (event.kind === 'progress') return display.advance(event.done, event.total, event.label)
        rows.push(event.row)
        if (json) display.line(JSON.stringify(event.row))
      }
      const measured = {
        options,
        ...(against === undefined ? {} : { against }),
        ...(profile === undefined ? {} : { profile }),
      }
      const code = await withProgress(terminal, signal => bench({ ...measured, signal }), show)
      const last = rows.at(-1)
      if (last !== undefined) {
        const { describeMachine } = await import('../../throughput/measure/machine.ts')
        const { throughputTable } = await import('../tables/throughput-table.ts')
        const { machine, loadAfter, options } = last
        const about = `${describeMachine(machine)} Load ${loadAfter} after. Seed ${options.seed}.`
        if (!json) terminal.print(`${about}\n${throughputTable(rows)}`)
        warnOfLoad(terminal, machine)
      }
      if (code !== 0) exit(code)
    })
  /* Late, so that no other command waits for the settings of this one. */
  parent.hook('preSubcommand', async (_, asked) => {
    if (asked !== command) return
    const { settingsText } = await import('../tables/settings-text.ts')
    const { throughputSections } = await import('../../throughput/measure/options.ts')
    settings = settingsText(throughputSections(), terminal.width)
  })
}

/** The options of the first row of a report. @throws {RangeError} if it has none. */
async function optionsIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RangeError(`--against must be a file, got ${file}: ${reasonOf(error)}`, { cause: error })
  })
  const row = parsedJson(text.split('\n', 1)[0] ?? '')
  if (isTree(row) && isTree(row['options'])) return row['options']
  throw new RangeError(`--against must be what bench --json has printed, got ${file}`)
}

/** Reads whole numbers given one by one or with commas. */
const each =
  (option: string) =>
  (text: string, before: readonly number[] | undefined): readonly number[] => {
    const parts = text.split(',')
    if (parts.includes('')) throw new InvalidArgumentError(`${option} must be whole numbers, got ${text}`)
    return [...(before ?? []), ...parts.map(wholeNumber(option))]
  }
