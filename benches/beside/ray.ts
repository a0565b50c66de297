/** Messages to another actor and back, beside Ray. */
import { timed } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import { startWorkers } from '../machines/workers.ts'
import { streamCarrier, workerCarrier, type Carrier } from '../messages/carrier.ts'
import { roundTrips } from '../messages/drive.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { startPeer } from './start-peer.ts'

/** Messages in one call. */
const counts = { ours: 2000, theirs: 200 }

export const ray: PeerWork = {
  title: 'Ray',
  caveat: 'Ray’s actors are processes, possibly on other machines; ours are threads, or over NATS.',
  open: async ({ python }) => {
    const peer = await startPeer('ray_actors.py', python)
    const threads = await streamCarrier()
    const workers = await startWorkers(1, 1)
    const nats = await workerCarrier(workers)
    const comparison = (load: string, numbers: number, inFlight: number, carrier: Carrier): Comparison => {
      const make = (id: number) => ({
        ...({ kind: 'parcel', to: 'peer', from: 'bench', back: true } as const),
        id,
        load: numbers === 0 ? null : new Float32Array(numbers),
      })
      const asked = { work: 'round-trips', numbers, under_way: inFlight, count: counts.theirs }
      return {
        work: `${load} to an actor${carrier === nats ? ' over NATS' : ''} and back, ${inFlight} under way`,
        peer: 'Ray',
        unit: 'round trips',
        ours: {
          measure: seconds => timed(() => roundTrips(carrier, make, { inFlight, count: counts.ours }), seconds),
          units: counts.ours,
        },
        theirs: { measure: measureOf(peer, asked), units: counts.theirs },
      }
    }
    return {
      versions: peer.versions,
      comparisons: [
        ...[threads, nats].flatMap(carrier =>
          [1, 64].map(inFlight => comparison('a small message', 0, inFlight, carrier)),
        ),
        comparison('1 KB', 256, 64, threads),
      ],
      close: async () => {
        peer.close()
        await threads.close()
        await nats.close()
        await workers.close()
      },
    }
  },
}
