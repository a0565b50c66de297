import { providers, tfjsBackends } from '../../contracts/models/engine-names.ts'
import type { DeviceOptions } from '../open-device.ts'

/**
 * Every engine with all that it can compute on, the fastest usually first; `onnx` on the processor with 1, 2, 4, …
 * threads and one for each core.
 *
 * @param cores of the processor, at least 1.
 */
export function engineChoices(cores: number): readonly DeviceOptions[] {
  return [
    ...providers.flatMap(provider =>
      (provider === 'cpu' ? threadCounts(cores) : [1]).map(threads => ({ engine: 'onnx' as const, provider, threads })),
    ),
    ...tfjsBackends.map(backend => ({ engine: 'tfjs' as const, backend })),
  ]
}

function threadCounts(cores: number): readonly number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(cores)) }, (_, exponent) => 2 ** exponent)
  return [...powers, cores]
}

/** The settings of a run that choose this engine, each `path=value`. */
export function settingsOf(engine: DeviceOptions): readonly string[] {
  if (engine.engine === 'tfjs') return ['engine.kind=tfjs', `engine.backend=${engine.backend}`]
  const { provider = 'cpu', threads } = engine
  return ['engine.kind=onnx', `engine.provider=${provider}`, `engine.threads=${threads}`]
}

/** Whether both are the same choice. */
export const isSame = (one: DeviceOptions, other: DeviceOptions): boolean =>
  settingsOf(one).join() === settingsOf(other).join()

/** The hardware it computes on, by the name of its option. */
export const enginePlace = (engine: DeviceOptions): string =>
  engine.engine === 'tfjs' ? engine.backend : (engine.provider ?? 'cpu')
