/** Parts of a call go to whichever replica is free, and nobody can tell from the results. */
import test from 'ava'
import fc from 'fast-check'
import type { Pause } from '../../src/contracts/models/device.ts'
import { rowLength } from '../../src/engine/local/memory/buffer-pool.ts'
import { optimizerStateFrom } from '../../src/engine/local/optimizer-state.ts'
import { takeParts, type PartQueue } from '../../src/engine/local/replicas/part-queue.ts'
import { distribute } from '../../src/engine/local/replicas/distribute.ts'
import type { Replica } from '../../src/engine/local/replicas/replica.ts'
import { dealtGradients, roundGradients } from '../../src/engine/local/summed-gradients.ts'
import { trainedShapes } from '../../src/model/tensors/tensors.ts'
import { rounds } from '../../src/engine/local/model/pack.ts'
import { zeroSums } from '../../src/engine/semantics/sums.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { nth } from '../../src/math/nth.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

/** [replicas][parts taken] turns of the event loop that a part takes. */
type Paces = readonly (readonly number[])[]
const paces = (replicas: number): fc.Arbitrary<Paces> =>
  fc.array(fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 5 }), { minLength: replicas, maxLength: replicas })

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** One that takes parts at these paces; a part that fails throws its number. */
const taker =
  (own: readonly number[], taken: number[], failing: ReadonlySet<number> = new Set()) =>
  (queue: PartQueue) =>
    takeParts(queue, async part => {
      taken.push(part)
      await turns(nth(own, taken.length % own.length))
      if (failing.has(part)) throw new RangeError(`part ${part}`)
      return part
    })

const calls = fc
  .record({ count: fc.integer({ min: 1, max: 12 }), replicas: fc.integer({ min: 1, max: 4 }) })
  .chain(({ count, replicas }) => fc.record({ count: fc.constant(count), paces: paces(replicas) }))

test('each part is done once, whatever the paces and pauses, and its result is in its place', async t => {
  await fc.assert(
    fc.asyncProperty(calls, fc.constantFrom('none', 'always', 'sometimes'), async (call, pausing) => {
      const taken = call.paces.map((): number[] => [])
      let pauses = 0
      const pause = async (): Promise<void> => {
        pauses += 1
        await turns(1)
      }
      const asked: Pause = Object.assign(pause, pausing === 'sometimes' && { isWanted: () => pauses < 2 })
      const takers = call.paces.map((own, replica) => taker(own, nth(taken, replica)))
      const found = await distribute(call.count, takers, pausing === 'none' ? undefined : asked)
      const all = Array.from({ length: call.count }, (_, part) => part)
      t.deepEqual(found, all)
      t.deepEqual(
        taken.flat().toSorted((a, b) => a - b),
        all,
      )
      if (pausing === 'none') t.is(pauses, 0)
      if (pausing === 'always') t.true(pauses <= call.count)
      if (pausing === 'sometimes') t.true(pauses <= 2)
    }),
  )
})

test('of the parts that fail the first is told, whoever fails sooner', async t => {
  await fc.assert(
    fc.asyncProperty(calls, fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 4 }), async (call, drawn) => {
      const failing = new Set(drawn.map(part => part % call.count))
      const takers = call.paces.map(own => taker(own, [], failing))
      const message = `part ${Math.min(...failing)}`
      await t.throwsAsync(distribute(call.count, takers), { instanceOf: RangeError, message })
    }),
  )
})

test('a replica that is slow gets fewer parts', async t => {
  const [slow, fast]: [number[], number[]] = [[], []]
  await distribute(12, [taker([30], slow), taker([1], fast)])
  t.true(slow.length < fast.length)
})

test('gradients dealt out have the bits of those computed in rounds, whoever finishes first', async t => {
  const optimizer = optimizerStateFrom('m', livelyModel(smallConfig, 1))
  const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 })
  const drawn = fc
    .integer({ min: 2, max: 4 })
    .chain(replicas => fc.record({ lengths, first: paces(replicas), second: paces(replicas) }))
  await fc.assert(
    fc.asyncProperty(drawn, async ({ lengths: all, first, second }) => {
      const examples = all.map(length => ({ sequence: { tokens: new Int32Array(length) }, spans: [] }))
      const divided = rounds(all, first.length, 128)
      const call = { id: 1, rounds: divided, examples, objective: { kind: 'cross-entropy' } as const }
      const row = () => new Float32Array(rowLength(trainedShapes(optimizer.config)))
      const sum = async (own: Paces, how: typeof dealtGradients) => {
        const into = row()
        const replicas = own.map(pace => fakeReplica(pace, row))
        return { ...(await how(replicas, optimizer, { ...call, into })), into }
      }
      const expected = await sum(first, roundGradients)
      t.deepEqual(await sum(first, dealtGradients), expected)
      t.deepEqual(await sum(second, dealtGradients), expected)
    }),
    { numRuns: 60 },
  )
})

/** Its gradients of a rectangle are noise that hangs on the lengths in it, so that any other order of sums shows. */
function fakeReplica(pace: readonly number[], row: () => Float32Array): Replica {
  const refused = (): never => {
    throw new Error('nothing else is asked')
  }
  const gradientsOf = (lengths: readonly number[]): Float32Array => {
    const random = randomFrom(rootKey(lengths.reduce((sum, length) => 31 * sum + length, 7) % 65521))
    return row().map(() => random.normal())
  }
  const lengthsOf = (batch: readonly { readonly sequence: { readonly tokens: Int32Array } }[]) =>
    batch.map(({ sequence }) => sequence.tokens.length)
  const total = row()
  let begun = false
  let done = 0
  return {
    load: refused,
    setWeights: refused,
    sample: refused,
    undo: refused,
    release: refused,
    logprobs: refused,
    close: refused,
    gradients: (_, queue, { parts, into }) =>
      takeParts(queue, async part => {
        await turns(nth(pace, done++ % pace.length))
        nth(into, part).set(gradientsOf(lengthsOf(nth(parts, part))))
        return zeroSums()
      }),
    addGradients: async (_, examples) => {
      const own = gradientsOf(lengthsOf(examples))
      if (begun) own.forEach((value, at) => (total[at] = nth(total, at) + value))
      else total.set(own)
      begun = true
      return zeroSums()
    },
    collect: async () => total,
    forget: async () => {},
  }
}
