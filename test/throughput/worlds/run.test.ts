/** Threads of worlds and the gpu actor as they run: a replaced thread continues, and nothing waits for a dead one. */
import { join } from 'node:path'
import test from 'ava'
import { addresses } from '../../../src/contracts/addresses.ts'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { rootKey } from '../../../src/math/random.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { ratesBetween, startWorlds, type Reading, type WorldsRun } from '../../../src/throughput/worlds/run.ts'

const options = {
  source: {
    module: new URL('../../fixtures/worlds/hashing.js', import.meta.url).href,
    options: { observationSize: 4, actions: 2, length: 9 },
  },
  threads: 2,
  worlds: 5,
  network: { kind: 'feed-forward', state: initialiseNetwork({ inputs: 4, hidden: [8], outputs: 2 }, rootKey(1)) },
  outputs: 2,
  engine: { engine: 'onnx', threads: 1 },
  temperature: 1,
  seed: 1,
  maxRows: 4,
  maxBatch: 1024,
  link: {},
  profile: null,
  actor: null,
} as const

/** Reads until every thread has stepped on from `since`. */
async function goneOn(run: WorldsRun, since?: Reading): Promise<Reading> {
  const reading = await run.read()
  const moved = reading.threads.every(({ steps, life }, index) => {
    const before = since?.threads[index]
    return steps > (before?.life === life ? before.steps : 0)
  })
  return moved ? reading : goneOn(run, since)
}

test.serial('where the network cannot be loaded no thread goes on', async t => {
  const ports = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'MessagePort').length
  const before = ports()
  const network = { ...options.network, state: { ...options.network.state, weights: {} } }
  await t.throwsAsync(startWorlds({ ...options, network }), {
    instanceOf: RangeError,
    message: /must hold .*got none$/,
  })
  t.true(ports() <= before)
})

test('worlds go on after the gpu actor, and after a thread of worlds, was replaced', async t => {
  const run = await startWorlds(options)
  const first = await goneOn(run)
  await run.restart(addresses.gpu)
  const second = await goneOn(run, first)
  await run.restart(addresses.worlds(1))
  const third = await goneOn(run, second)
  await Promise.all([run.restart(addresses.gpu), run.restart(addresses.worlds(0))])
  const last = await goneOn(run, third)
  t.deepEqual(
    last.threads.map(({ life }) => life),
    [1, 1],
  )
  t.true(ratesBetween(third, last).stepsPerSecond > 0)
  await run.stop()
})

test('a thread of worlds that throws is replaced, and the others go on', async t => {
  const mark = join(await temporaryFolder(t), 'mark')
  const module = new URL('../../fixtures/worlds/stumbling.js', import.meta.url).href
  const run = await startWorlds({ ...options, source: { module, options: { mark } } })
  const replaced = async (): Promise<Reading> => {
    const reading = await run.read().catch(() => null)
    return reading?.threads.some(({ life }) => life === 1) === true ? reading : replaced()
  }
  await goneOn(run, await replaced())
  await run.stop()
  t.pass()
})

test('a thread of worlds that cannot be made is a failed start that says why', async t => {
  const source = { module: new URL('../../fixtures/worlds/colours.js', import.meta.url).href, options: {} }
  await t.throwsAsync(startWorlds({ ...options, source }), { message: /worlds\/\d died \(start\).*no vector world/ })
})
