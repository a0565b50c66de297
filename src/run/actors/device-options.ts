import type { DeviceOptions } from '../../engine/open-device.ts'
import { longestCallMs, type EngineOptions } from '../../engine/open-engine.ts'
import type { RunConfig } from '../../config/config.ts'

/** The engine of a configuration, as its actor opens it. With models of a server, it is that of this machine. */
export function engineOptions(engine: RunConfig['engine']): EngineOptions {
  const { kind, threads, replicas, provider, backend, tinker } = engine
  switch (kind) {
    case 'onnx':
    case 'openai':
      return { engine: 'onnx', threads, provider, ...(replicas !== null && { replicas }) }
    case 'tfjs':
      return { engine: kind, backend }
    case 'tinker': {
      const { deadlineSeconds, url, ...others } = tinker
      return { engine: kind, ...others, url: url ?? '', deadlineMs: 1000 * deadlineSeconds }
    }
  }
}

/** Longest time that one of its calls may take from one pause to the next, ms: by the settings, else by the engine. */
export const callMsOf = (engine: RunConfig['engine']): number =>
  engine.callSeconds === null ? longestCallMs(engineOptions(engine)) : 1000 * engine.callSeconds

/** The same, of an engine that computes here. @throws {RangeError} if it is a service. */
export function deviceOptions(engine: RunConfig['engine']): DeviceOptions {
  const options = engineOptions(engine)
  if (options.engine === 'tinker')
    throw new RangeError(
      `engine.kind must be onnx or tfjs for this, got ${engine.kind}: its models cannot be computed here`,
    )
  return options
}
