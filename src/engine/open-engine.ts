import type { ModelEngine } from '../contracts/models/model-engine.ts'
import type { AroundNative } from '../contracts/actor.ts'
import { openDevice, isLocal, type DeviceOptions } from './open-device.ts'
import { engineOf } from './queue/engine-of.ts'
import type { TinkerEngineOptions } from './tinker/create-tinker-engine.ts'

/** Which engine holds the language models of a run, as plain data. */
export type EngineOptions = DeviceOptions | ({ readonly engine: 'tinker' } & TinkerEngineOptions)

/**
 * Longest time that a call may take from one pause to the next; more is a hang. The requests of a call to a service have separate
 * deadlines, and wait for each other.
 */
export const longestCallMs = (options: EngineOptions): number => (isLocal(options) ? 100_000 : 10 * options.deadlineMs)

/**
 * Opens an engine of this process, or a session with a service.
 *
 * @param shares whether snapshots are in memory that all threads share.
 * @throws {RangeError} if an option is wrong. @throws {Error} if its code cannot be loaded, or the service cannot be reached.
 * @see openDevice
 */
export async function openEngine(
  options: EngineOptions,
  around?: AroundNative,
  shares?: boolean,
): Promise<ModelEngine> {
  if (options.engine !== 'tinker') return engineOf(await openDevice(options, around), shares)
  const { createTinkerEngine } = await import('./tinker/create-tinker-engine.ts')
  const { engine: _, ...service } = options
  return createTinkerEngine(service)
}
