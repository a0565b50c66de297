import { addresses } from '../../../contracts/addresses.ts'
import type { DeviceUsage } from '../../../contracts/models/device-usage.ts'
import type { Client } from '../../../contracts/messages/client.ts'

/**
 * The use of the device with that of the models on servers.
 *
 * @param servers addresses of their actors.
 */
export const deviceAndServices =
  ({ call }: Pick<Client, 'call'>, servers: readonly string[]) =>
  async (): Promise<DeviceUsage> => {
    const own = await call({ kind: 'get-usage', to: addresses.gpu })
    if (servers.length === 0) return own
    const replies = await Promise.all(servers.map(to => call({ kind: 'get-usage', to })))
    return { ...own, services: [own, ...replies].flatMap(({ services = [] }) => services) }
  }
