/** The laws of every deployment, with all actors on a worker that is reached over a real NATS server. */
import { connectNats } from '../../src/runtime/machines/nats-bus.ts'
import { createOnMachines } from '../../src/runtime/machines/create-on-machines.ts'
import { startWorker } from '../../src/runtime/machines/worker.ts'
import test from 'ava'
import { noNatsServer } from '../../benches/machines/broker.ts'
import { natsServer } from '../fixtures/nats-server.ts'
import { systemLaws, type Create } from '../runtime/system-laws.ts'

let create: Create = () => Promise.reject(new Error(noNatsServer))

if (noNatsServer === '') {
  const ends: (() => unknown)[] = []
  test.before(async () => {
    const { url } = await natsServer({ teardown: end => void ends.push(end) })
    const [bus, other] = await Promise.all([connectNats(url, 'run'), connectNats(url, 'worker')])
    const worker = await startWorker({
      ...{ bus: other, name: 'w1', slots: 16, has: [], modules: [], stays: true, makesRuns: false, idleMs: 60_000 },
      tell: () => {},
    })
    let runs = 0
    create = options => {
      runs += 1
      const whereIs = () => ({ on: null })
      return createOnMachines(options, { bus, run: `run-${runs}`, whereIs, waitMs: 10_000, tell: () => {} })
    }
    ends.push(worker.leave, () => worker.ended, bus.close, other.close)
  })
  test.after.always(async () => {
    for (const end of ends.slice(1)) await end()
    await ends[0]?.()
  })
  systemLaws('over NATS', options => create(options))
} else {
  test.skip(`the laws over NATS: ${noNatsServer}`, () => {})
}
