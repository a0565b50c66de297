import test from 'ava'
import type { Client } from '../../src/contracts/messages/client.ts'
import type { NetworkHandle } from '../../src/contracts/models/network-handle.ts'
import type { VectorRows } from '../../src/contracts/worlds/vector-rows.ts'
import { rootKey } from '../../src/math/random.ts'
import { createRoster } from '../../src/runtime/supervision/roster.ts'
import { deferred } from '../../src/runtime/waiting/deferred.ts'
import { Subject } from '../../src/streams/rxjs.ts'
import { createVectors } from '../../src/vector/vectors.ts'

const noNetwork = new RangeError('no network is named policy; none has been loaded')
const request = { network: 'policy', key: rootKey(1), worlds: 1, steps: 1 }

/** @param answers of the players, in turn: an error or rows. @param loaded resolves once the engine has the network. */
function played(answers: (() => Promise<unknown>)[], loaded: Promise<void>) {
  const liveness = createRoster()
  const call = (() => answers.shift()?.()) as Client['call']
  const forward = () => loaded.then(() => new Float32Array(2))
  const network = (name: string) => ({ name, inputs: 4, outputs: 2, forward }) as unknown as NetworkHandle
  const vectors = createVectors({
    client: { call },
    network,
    liveness,
    inbox: new Subject(),
    send: () => {},
    players: ['player/0'],
  })
  return { liveness, vectors }
}

const rows: VectorRows = {
  ...{ worlds: 1, steps: 1, observations: new Float32Array(4), nextObservations: new Float32Array(4) },
  ...{ actions: Int32Array.of(1), controls: new Float32Array(0) },
  ...{ rewards: new Float32Array(1), endings: new Uint8Array(1) },
}

for (const [when, declares] of [
  ['before it is ready', false],
  ['after it became ready meanwhile', true],
] as const)
  test(`a block that a fresh engine is asked for too early, as told ${when}, is asked for again once it has the network`, async t => {
    const [failed, loaded] = [deferred<Error>(), deferred<void>()]
    let again = 0
    const { liveness, vectors } = played(
      [
        () => failed.promise.then(error => Promise.reject(error)),
        () => {
          again += 1
          return Promise.resolve({ rows })
        },
      ],
      loaded.promise,
    )
    liveness.died('gpu')
    const ready = liveness.replaced('gpu')
    const found = vectors.play(request)
    if (declares) ready()
    failed.resolve(noNetwork)
    await new Promise(setImmediate)
    t.is(again, 0)
    loaded.resolve()
    t.deepEqual(await found, rows)
    t.is(again, 1)
  })

test('what fails with an engine that was there all along is told', async t => {
  const { vectors } = played([() => Promise.reject(noNetwork)], Promise.resolve())
  await t.throwsAsync(vectors.play(request), { is: noNetwork })
})

test('a temperature goes with a network: a function has none', async t => {
  const { vectors } = played([() => Promise.resolve({ rows })], Promise.resolve())
  const { network: _, ...others } = request
  const choose = () => Promise.resolve(new Float32Array(1))
  // @ts-expect-error It would do nothing.
  const wrong: Parameters<typeof vectors.play>[0] = { ...others, choose, temperature: 2 }
  t.is(wrong.temperature, 2)
  t.deepEqual(await vectors.play({ ...request, temperature: 2 }), rows)
})
