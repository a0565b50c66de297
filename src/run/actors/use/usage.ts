import { addresses } from '../../../contracts/addresses.ts'
import type { DeviceUsage } from '../../../contracts/models/device-usage.ts'
import type { Client } from '../../../contracts/messages/client.ts'
import type { FarWeights } from './far-weights.ts'

/**
 * The use of the device with that of the models on servers.
 *
 * @param servers addresses of their actors.
 * @param far what goes to and from an engine on another machine; `null` where it is here.
 */
export const deviceAndServices =
  ({ call }: Pick<Client, 'call'>, servers: readonly string[], far: Pick<FarWeights, 'flush'> | null) =>
  async (): Promise<DeviceUsage> => {
    const device = await call({ kind: 'get-usage', to: addresses.gpu })
    const own = far === null ? device : { ...device, weightBytes: far.flush() }
    if (servers.length === 0) return own
    const replies = await Promise.all(servers.map(to => call({ kind: 'get-usage', to })))
    return { ...own, services: [own, ...replies].flatMap(({ services = [] }) => services) }
  }
