/** A broker with credentials on this host, and machines of a network with a worker each. */
import { connectNats } from '../../../src/runtime/machines/nats-bus.ts'
import type { NatsServer } from '../../../benches/machines/broker.ts'
import { natsServer } from '../../fixtures/nats-server.ts'
import type { Owner } from '../../fixtures/temporary-folder.ts'
import { watchHolders, type Holders } from './holders.ts'
import { createNetwork } from './network.ts'
import { openPlace, type Place } from './place.ts'

export interface Cluster {
  /** Of the broker, with credentials: for a run on this host. */
  readonly url: string
  readonly broker: NatsServer
  readonly places: readonly Place[]
  readonly holders: Holders
}

/** @param tell told of workers that ended by themselves. @throws {Error} if the host refuses. */
export async function openCluster(owner: Owner, machines: number, tell: (text: string) => void): Promise<Cluster> {
  const { address, namespaces, remove } = await createNetwork(machines)
  owner.teardown(remove)
  const [user, password] = ['chaos', 'of-machines']
  const variables = { NATS_USER: user, NATS_PASSWORD: password }
  const broker = await natsServer(owner, ['--user', user, '--pass', password], address)
  const bus = await connectNats(broker.url, 'chaos', variables)
  owner.teardown(bus.close)
  const port = Number(new URL(broker.url).port)
  const places: Place[] = []
  for (const [index, machine] of namespaces.entries()) {
    const place = await openPlace({ index, machine, address, broker: port, variables, tell })
    owner.teardown(place.close)
    places.push(place)
  }
  const url = `nats://${user}:${password}@${address}:${port}`
  return { url, broker, places, holders: watchHolders(bus) }
}
