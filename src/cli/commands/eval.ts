import { join } from 'node:path'
import { Option, type Command } from 'commander'
import type { Split } from '../../contracts/worlds/environment.ts'
import type { SandboxName } from '../../contracts/worlds/job.ts'
import type { EvaluationEvent } from '../../run/events/events.ts'
import { dated } from '../../run/events/dated.ts'
import type { Success } from '../../contracts/metrics.ts'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import type { CliContext } from '../terminal/context.ts'
import type { ProgressDisplay } from '../display/progress-display.ts'
import { shareError } from '../../math/wilson.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { systemEventLine } from '../display/system-event-line.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { requireLeftOut } from '../options/left-out.ts'

interface Flags extends ConfigFlags {
  readonly policy?: string
  readonly run?: string
  readonly checkpoint?: number
  readonly player?: readonly string[]
  readonly split: readonly Split[]
  readonly tasks?: number
  readonly items?: string
  readonly programs?: string
  readonly sandbox?: SandboxName
  /** `true` where no file is named. */
  readonly json?: string | true
}

/** `eval [environment]`: success of a policy, split by split; or how good given programs for given items are. */
export function evalCommand(parent: Command, { terminal, training }: CliContext): void {
  const command = parent
    .command('eval')
    .description('measure a policy on fixed tasks, or given programs on given items')
    .argument('[environment]', 'world to play')
    .option(
      '--policy <folder>',
      'model folder of the policy (default: the starter of the settings, or the shipped one)',
    )
    .option('--player <agent=folder...>', 'of several agents: model folder of one that the policy does not play')
    .addOption(
      new Option('--run <folder>', 'measure the policy of this run, in its world and by its settings').conflicts(
        'policy',
      ),
    )
    .option(
      '--checkpoint <n>',
      'of --run: iteration of the checkpoint (default: the newest)',
      wholeNumber('--checkpoint', 0),
    )
    .addOption(
      new Option('--split <split...>', 'kinds of task')
        .choices(['train', 'seen', 'unseen'])
        .default(['seen', 'unseen']),
    )
    .option('--tasks <n>', 'tasks a split', wholeNumber('--tasks'))
    .addOption(
      new Option(
        '--items <file>',
        "items in RLAnything's or LiveCodeBench's form, for worlds whose actions are programs",
      ).conflicts(['policy', 'player', 'split', 'tasks', 'run']),
    )
    .option('--programs <file>', 'programs to try on the items: question_id or index, and program or programs')
    .addOption(
      new Option('--sandbox <name>', 'what runs the programs (default: pyodide)').choices(['pyodide', 'monty']),
    )
    .option('--json [file]', 'one JSON object with every outcome; of programs, in a file with what became of each')
  addConfigOptions(command).action(async (environment: string | undefined, flags: Flags) => {
    const of = await measuredRun(flags, environment, text => terminal.printError(`warning: ${text}`))
    const config = dated(
      await readConfigOptions(of === null ? ofPolicy(flags) : { ...flags, config: of.config }, environment),
    )
    const { evaluate, evaluatePrograms } = await training()
    const files = programFiles(flags)
    if (files !== null) {
      requireLeftOut('where programs are tried, which draws nothing', { '--seed': flags.seed })
      const { threads } = config.environment
      const { json = null, sandbox = 'pyodide' } = flags
      if (json === true) throw new RangeError('--json must name a file where --items and --programs are given')
      const { watchPrograms } = await import('../display/watch-programs.ts')
      return watchPrograms(terminal, json, signal =>
        evaluatePrograms({ ...files, environment: config.environment, sandbox, threads, signal }),
      )
    }
    const { withProgress } = await import('../display/with-progress.ts')
    const { successTable } = await import('../tables/success-table.ts')
    const { truncatedInMeasuring } = await import('../../run/loop/truncated.ts')
    const results: Success[] = []
    const show = (event: EvaluationEvent, display: ProgressDisplay): void => {
      if (event.kind === 'result') results.push(event.success)
      else if (event.kind === 'progress') display.advance(event.done, event.total, 'measured')
      else display.line(event.kind === 'warning' ? `warning: ${event.text}` : systemEventLine(event))
    }
    const options = {
      config,
      policy: of?.policy ?? null,
      players: { ...of?.players, ...Object.fromEntries((flags.player ?? []).map(playerFolder)) },
      splits: flags.split,
      tasks: flags.tasks ?? config.evaluation.tasks,
    }
    await withProgress(terminal, signal => evaluate({ ...options, signal }), show)
    for (const text of truncatedInMeasuring(results, config)) terminal.printError(`warning: ${text}`)
    if (flags.json === undefined) return terminal.print(successTable(results))
    const object = {
      ...whose(flags, of),
      seed: config.seed,
      date: config.policy.date,
      evaluations: results.map(evaluationJson),
    }
    if (flags.json === true) return terminal.print(JSON.stringify(object))
    await writeFileAtomic(flags.json, `${JSON.stringify(object, null, 2)}\n`)
    terminal.print(successTable(results))
  })
}

/** The policy as a setting, on which others depend. */
const ofPolicy = ({ policy, set = [], ...flags }: Flags): ConfigFlags =>
  policy === undefined
    ? { ...flags, set }
    : { ...flags, set: [...set, { path: ['starters', 'policy'], value: policy }] }

interface MeasuredRun {
  /** The file of its settings. */
  readonly config: string
  readonly policy: string
  /** By agent, of several with separate policies. */
  readonly players: Readonly<Record<string, string>>
  readonly iteration: number
}

/** @throws {RangeError} if options are there that do not go together. */
async function measuredRun(
  { run, checkpoint, config, preset }: Flags,
  environment: string | undefined,
  warn: (text: string) => void,
): Promise<MeasuredRun | null> {
  if (run === undefined) {
    if (checkpoint !== undefined) throw new RangeError('--checkpoint must come with --run')
    return null
  }
  const given = Object.entries({ environment, '--config': config, '--preset': preset }).filter(
    ([, value]) => value !== undefined,
  )
  if (given.length > 0) throw new RangeError(`${given.map(([name]) => name).join(' and ')} cannot come with --run`)
  const { policyOfRun } = await import('../../run/policy-of-run.ts')
  const { policy, players, iteration } = await policyOfRun(run, checkpoint ?? null, warn)
  return { config: join(run, 'config.json'), policy, players, iteration }
}

const whose = ({ run, policy }: Flags, of: MeasuredRun | null): object =>
  of === null ? { policy: policy ?? null } : { run, iteration: of.iteration, policy: of.policy }

/** With the standard error of the rate; `wins` has a character a task. */
const evaluationJson = ({ split, temperature, tasks, rate, pass, truncated, wins = '' }: Success): object => ({
  ...(pass === undefined ? {} : { pass }),
  ...(truncated === undefined ? {} : { truncated }),
  ...{ split, temperature, tasks, rate, standardError: shareError(rate, tasks), wins },
})

/** @throws {RangeError} if it has no `=` between two texts. */
function playerFolder(text: string): readonly [agent: string, folder: string] {
  const [, agent, folder] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (agent === undefined || folder === undefined)
    throw new RangeError(`--player must be an agent and a folder, tool=FOLDER, got ${text}`)
  return [agent, folder]
}

/** @throws {RangeError} if one of the options is there that only go together. */
function programFiles({ items, programs, sandbox }: Flags): { items: string; programs: string } | null {
  if (items !== undefined && programs !== undefined) return { items, programs }
  const given = Object.entries({ items, programs, sandbox }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return null
  const names = given.map(([name]) => `--${name}`).join(' and ')
  throw new RangeError(`--items and --programs must be there together, got only ${names}`)
}
