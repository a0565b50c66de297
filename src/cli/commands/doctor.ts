import { InvalidArgumentError, type Command } from 'commander'
import type { DoctorEvent } from '../../engine/doctor/doctor.ts'
import type { ExamineOptions, ServiceFinding } from '../../engine/doctor/examine-service.ts'
import type { Tried } from '../../engine/doctor/recommend.ts'
import type { CliContext } from '../terminal/context.ts'
import type { ProgressDisplay } from '../display/progress-display.ts'
import { readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import { warnOfLoad } from '../terminal/warn-of-load.ts'
import { settingsBy } from '../options/settings.ts'
import { wholeNumber } from '../options/whole-number.ts'
import { requireLeftOut } from '../options/left-out.ts'

interface Flags extends ConfigFlags {
  readonly seconds?: number
  readonly limit?: number
  readonly json?: boolean
  readonly service?: string
  readonly model?: string
  readonly baseModel?: string
  readonly rank?: number
  readonly keyVariable?: string
}

/** `doctor`: which engines work here, how fast each is, what to install for more, which to choose. */
export function doctorCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('doctor')
    .description('try every engine on this machine: which work, how fast each is, what to install for more')
    .option('--seconds <s>', 'for how long each verb of an engine is timed (default: 0.5)', amount('--seconds'))
    .option('--limit <s>', 'longest time for one engine (default: 60)', amount('--limit'))
    .option('--config <file>', 'try the services and servers that these settings name instead, e.g. those of a recipe')
    .option('--set <path=value>', 'of --config: one setting more; may be given again', settingsBy())
    .option('--service <url>', 'try a service with the Tinker API instead')
    .option(
      '--model <folder>',
      'of --service: folder with the config.json of its model, and the weights if they are here',
    )
    .option('--base-model <name>', 'of --service: which of its models (default: its first)')
    .option(
      '--rank <n>',
      'of --service: rank of the adapters, 0 for all parameters (default: 8)',
      wholeNumber('--rank', 0),
    )
    .option('--key-variable <name>', `of --service: environment variable with the key (default: ${usualKeyVariable})`)
    .option('--json', 'one JSON object an engine, then the recommendation')
    .action(async (flags: Flags) => {
      const { seconds, limit, json = false, service } = flags
      requireUsed(flags)
      const { diagnose, examineRun, examineService } = await training()
      if (flags.config !== undefined) {
        const findings = examineRun({ config: await readConfigOptions(flags), seconds: seconds ?? 0.5 })
        return exit(await showFindings(findings, line => terminal.print(line), json))
      }
      if (service !== undefined) {
        const findings = examineService(examination(service, flags))
        return exit(await showFindings(findings, line => terminal.print(line), json))
      }
      const { advice, doctorTable } = await import('../tables/doctor-table.ts')
      const { withProgress } = await import('../display/with-progress.ts')
      const tried: Tried[] = []
      const show = (event: DoctorEvent, display: ProgressDisplay): void => {
        switch (event.kind) {
          case 'progress':
            return display.advance(event.done, event.total, event.label)
          case 'tried':
            tried.push(event)
            break
          case 'recommended':
            exit(event.usualWorks ? 0 : 1)
            if (!json) display.line(`${doctorTable(tried, event)}\n\n${advice(event)}`)
            warnOfLoad(terminal, event.before)
        }
        if (json) display.line(JSON.stringify(event))
      }
      const options = {
        ...(seconds === undefined ? {} : { seconds }),
        ...(limit === undefined ? {} : { limitSeconds: limit }),
      }
      const code = await withProgress(terminal, signal => diagnose({ ...options, signal }), show)
      if (code !== 0) exit(code)
    })
}

const usualKeyVariable = 'TINKER_API_KEY'

/** @throws {RangeError} naming an option that has no effect beside the others. */
function requireUsed({ config, service, set, limit, model, baseModel, rank, keyVariable }: Flags): void {
  if (config === undefined) requireLeftOut('without --config', { '--set': set })
  else requireLeftOut('where --config is given', { '--service': service, '--limit': limit })
  if (service !== undefined) return
  const ofService = { '--model': model, '--base-model': baseModel, '--rank': rank, '--key-variable': keyVariable }
  requireLeftOut('without --service', ofService)
}

function examination(
  url: string,
  { seconds, limit, model, baseModel, rank, keyVariable = usualKeyVariable }: Flags,
): ExamineOptions {
  if (model === undefined)
    throw new RangeError('--service needs --model: a folder with the config.json of its model, got none')
  return {
    ...{ url, folder: model, baseModel: baseModel ?? null, rank: rank ?? 8, seconds: seconds ?? 0.5 },
    ...{ key: process.env[keyVariable] ?? '', deadlineMs: 1000 * (limit ?? 600), maxConcurrent: 16 },
  }
}

/** @returns the exit code: 0 if nothing is wrong. */
async function showFindings(
  findings: AsyncIterable<ServiceFinding & { readonly model?: string }>,
  print: (line: string) => void,
  json: boolean,
): Promise<number> {
  let code = 0
  for await (const finding of findings) {
    const { model, what, outcome, detail } = finding
    const of = model === undefined ? '' : `${model.padEnd(12)} `
    if (outcome === 'wrong' || outcome === 'refused') code = 1
    print(json ? JSON.stringify(finding) : `${of}${what.padEnd(18)} ${outcome.padEnd(8)} ${detail}`)
  }
  return code
}

const amount =
  (option: string) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && value > 0 && value < 1e6) return value
    throw new InvalidArgumentError(`${option} must be in (0, 10⁶), got ${text}`)
  }
