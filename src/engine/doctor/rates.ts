import { z } from 'zod'
import { parameterCount } from '../../model/tensors/tensors.ts'
import type { DeviceOptions } from '../open-device.ts'
import { settingsOf } from './choices.ts'
import type { Load, TimedVerb } from './load.ts'
import { estimatedSeconds, type RunPart } from './run-part.ts'
import type { Trial } from './trial.ts'

const tokens = z.number().positive()

export const ratesSchema = z.object({
  /** Those of a run that choose the engine, each `path=value`. */
  settings: z.array(z.string()),
  /** Of the model that it was measured with; a larger one is slower by as much. */
  parameters: z.number().positive(),
  /** Tokens a second written, scored and trained on. */
  perSecond: z.object({ sample: tokens, logprobs: tokens, train: tokens }),
})

/** How fast an engine is in a run. @interface */
export type EngineRates = z.output<typeof ratesSchema>

/** By its verbs, and by the part of a run if that was timed; `null` if the engine does not work. */
export function ratesOf(
  engine: DeviceOptions,
  { outcome, speeds, runSeconds }: Trial,
  { load, part }: { readonly load: Load; readonly part: RunPart },
): EngineRates | null {
  if (outcome !== 'works') return null
  const gain = runSeconds === null ? 1 : estimatedSeconds(part, speeds) / runSeconds
  const rate = (wanted: TimedVerb): number =>
    gain * (speeds.find(({ verb }) => verb === wanted)?.tokensPerSecond ?? NaN)
  return {
    settings: [...settingsOf(engine)],
    parameters: parameterCount(load.config),
    perSecond: { sample: rate('sample'), logprobs: rate('logprobs'), train: rate('train') },
  }
}
