/** The findings of the doctor, for a terminal. */
import { enginePlace, settingsOf } from '../../engine/doctor/choices.ts'
import type { DoctorEvent } from '../../engine/doctor/doctor.ts'
import { timedVerbs, type Load } from '../../engine/doctor/load.ts'
import type { RunPart } from '../../engine/doctor/run-part.ts'
import type { Tried } from '../../engine/doctor/recommend.ts'
import { overloadWarning } from '../../runtime/processor-load.ts'
import { compact, decimal } from './numbers.ts'
import { left, right, textTable, type Column } from '../../text/text-table.ts'

const columns: readonly Column[] = [
  left('engine'),
  left('on'),
  right('threads'),
  left('result'),
  ...['sample/s', 'score/s', 'train/s', 'a run, s', 'off'].map(right),
]

/** One line an engine, then what to do about those that do not work. */
export function doctorTable(
  tried: readonly Tried[],
  { load, part }: { readonly load: Load; readonly part: RunPart },
): string {
  const table = textTable(
    columns,
    tried.map(({ engine, trial: { outcome, speeds, runSeconds, difference } }) => [
      engine.engine,
      enginePlace(engine),
      engine.engine === 'onnx' && enginePlace(engine) === 'cpu' ? String(engine.threads) : '',
      outcome,
      ...timedVerbs.map(wanted => {
        const speed = speeds.find(({ verb }) => verb === wanted)
        return speed === undefined ? '–' : compact(speed.tokensPerSecond)
      }),
      decimal(runSeconds),
      difference === null ? '–' : difference.toExponential(1),
    ]),
  )
  const remarks = tried.flatMap(({ engine, trial: { reason } }) =>
    reason === null ? [] : [`${engine.engine} on ${enginePlace(engine)}: ${reason}`],
  )
  return [table, described(load, part), ...remarks].join('\n\n')
}

function described({ config, sequences, length, episodes, read, written }: Load, part: RunPart): string {
  const { hidden_size: width, num_hidden_layers: layers, vocab_size: vocabulary } = config
  return [
    `Tokens a second, width ${width}, ${layers} layers, vocabulary ${vocabulary}: written by ${episodes}`,
    `episodes at once (${written} after ${read} read); scored and trained on in ${sequences} sequences of ${length}.`,
    `A run: ${part.episodes} episodes play ${part.steps} steps with ${part.verdicts} verdicts each, ${part.sequences} of ${part.length} tokens are`,
    'scored and both models trained on them, median of 3; by that is chosen. What is',
    'far slower is not timed.',
    'Off: largest difference of log-probabilities from the plain engine, before and',
    'after a step of training, in nats.',
  ].join('\n')
}

/** The load of the machine, then the recommended engine, in words and settings. */
export const advice = (event: Recommended): string =>
  `Load ${event.before.load} before and ${event.after.load} after, ${event.before.cores} cores.\n\n${choice(event)}`

type Recommended = DoctorEvent & { readonly kind: 'recommended' }

function choice({ engine, usual, usualWorks, before }: Recommended): string {
  if (engine === null) return 'No engine works here.'
  const settings = settingsOf(engine).map(setting => `--set ${setting}`)
  const chosen = `${engine.engine} on ${enginePlace(engine)}`
  if (settingsOf(usual).join() === settingsOf(engine).join()) {
    return `Keep the default: ${chosen} is as fast as any engine here.`
  }
  if (usualWorks && overloadWarning(before) !== null)
    return `Keep the default: ${chosen} was clearly faster, but on a busy machine that says nothing.`
  const why = usualWorks ? 'is clearly faster here than the default' : 'works here'
  return `${chosen} ${why}: ${settings.join(' ')}`
}
