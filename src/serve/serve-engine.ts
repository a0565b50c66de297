import { randomBytes } from 'node:crypto'
import type { DeviceOptions } from '../engine/open-device.ts'
import { openDevice } from '../engine/open-device.ts'
import { loadModelConfig } from '../model/checkpoint.ts'
import { listen, type ListenOptions } from './http-server.ts'
import { createTinkerServer, type TinkerServerOptions } from './tinker-server.ts'

export interface ServeOptions extends Omit<TinkerServerOptions, 'device' | 'scheduler'>, Omit<ListenOptions, 'key'> {
  readonly engine: DeviceOptions
  /** That clients must send; left out, one is made. `null` lets every program of this machine train, and those that reach `host`. */
  readonly key?: string | null | undefined
}

export interface ServedEngine {
  /** Address for clients. */
  readonly url: string
  readonly key: string | null
  /** Ends unfinished work, and gives back all memory. */
  readonly close: () => Promise<void>
}

/** The real client takes no key of another beginning. */
const freshKey = (): string => `tml-${randomBytes(24).toString('base64url')}`

/**
 * A small server of the Tinker API in front of an engine of this process.
 *
 * @throws {RangeError} if a folder is no model, or the engine is none. @throws {Error} if the port is taken.
 */
export async function serveEngine({ engine, key = freshKey(), ...options }: ServeOptions): Promise<ServedEngine> {
  if (Object.keys(options.models).length === 0) throw new RangeError('models must name at least one folder, got none')
  for (const folder of Object.values(options.models)) await loadModelConfig(folder)
  const device = await openDevice(engine)
  const server = createTinkerServer({ ...options, device })
  try {
    const { url, close } = await listen(server, { ...options, key })
    return {
      url,
      key,
      close: async () => {
        await close()
        await server.idle()
        await device.close()
      },
    }
  } catch (thrown) {
    await device.close()
    throw thrown
  }
}
