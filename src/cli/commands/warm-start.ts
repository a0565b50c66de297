import type { Command } from 'commander'
import type { WarmStartEvent } from '../../warm-start/events.ts'
import type { Measure, MeasuredValues } from '../../contracts/measure.ts'
import { addConfigOptions, readConfigOptions, type ConfigFlags } from '../options/config-options.ts'
import type { CliContext } from '../terminal/context.ts'
import type { ProgressDisplay } from '../display/progress-display.ts'
import { decimal, percent } from '../tables/numbers.ts'
import { systemEventLine } from '../display/system-event-line.ts'
import { settingsBy, withSettings, type Setting } from '../options/settings.ts'

interface Flags extends ConfigFlags {
  readonly out: string
  readonly recipe?: readonly Setting[]
  readonly random?: true
}

/** `warm-start [environment] --out FOLDER`: starter models from the expert's episodes. */
export function warmStartCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  const command = parent
    .command('warm-start')
    .description("make starter models of policy and reward model from the expert's episodes")
    .argument('[environment]', 'world to learn')
    .requiredOption('--out <folder>', 'new folder for policy/ and reward-model/')
    .option(
      '--recipe <path=value>',
      'how they are made, e.g. model.hidden_size=128; may be given again',
      settingsBy('--recipe'),
    )
  command.option('--random', 'random weights, trained on nothing; so without it where the world has no expert')
  addConfigOptions(command)
    .addHelpText('after', 'Recipe: rlanything config [environment] --recipe')
    .action(async (name: string | undefined, { out, recipe = [], random, ...flags }: Flags) => {
      /* Of both models: a preset of another method may say nothing of the reward model. */
      const both = flags.config === undefined ? { method: 'rlanything', ...flags } : flags
      const config = await readConfigOptions(both, name)
      const { warmStart } = await training()
      const { withProgress } = await import('../display/with-progress.ts')
      const { successTable } = await import('../tables/success-table.ts')
      terminal.outliveDisplay()
      const show = (event: WarmStartEvent, display: ProgressDisplay): void => {
        switch (event.kind) {
          case 'progress': {
            const { model, done, total, loss } = event
            const note = `${model}, loss ${decimal(loss, 3)} nats`
            /* A tenth more; a bar shows each step. */
            if (!terminal.interactive && (10 * done) % total < 10) display.line(`${done}/${total} ${note}`)
            return display.advance(done, total, note)
          }
          case 'measured':
            display.line(successTable(event.evaluations))
            return display.line(measuredLine(event.described, event.measures))
          case 'saved':
            return display.line(
              `saved ${event.policy} and ${event.rewardModel}${event.random ? ', of random weights' : '; measuring them'}`,
            )
          case 'died':
          case 'exited':
          case 'restarted':
            return display.line(systemEventLine(event))
        }
      }
      const options = {
        config,
        out,
        preset: flags.preset ?? null,
        recipe: withSettings({}, recipe),
        ...(random === undefined ? {} : { random }),
      }
      const start = (signal: AbortSignal) => warmStart({ ...options, signal })
      const code = await withProgress(
        terminal,
        start,
        show,
        () => 'stopping; models that are still trained are not saved',
      )
      if (code !== 0) exit(code)
    })
}

/** The measures that a run shows large, too. */
function measuredLine(described: readonly Measure[], values: MeasuredValues): string {
  const shown = described.filter(({ id, summary }) => summary === 'card' && Object.hasOwn(values, id))
  return `reward model: ${shown.map(({ id, title }) => `${title} ${percent(values[id], 1)} %`).join(', ')}`
}
