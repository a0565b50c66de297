/** Candidates that have drawn the same tokens are computed once, and nobody can tell. */
import test from 'ava'
import fc from 'fast-check'
import type { SampleRequest } from '../../src/contracts/models/device.ts'
import { createContexts } from '../../src/engine/local/cache/contexts.ts'
import { createPages, pageLength } from '../../src/engine/local/cache/pages.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { divided, type Candidate } from '../../src/engine/local/generation/branches.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { nth } from '../../src/math/nth.ts'
import { ids } from '../laws/device/device-cases.ts'
import { createSubject } from '../laws/device/subject.ts'

const { opened, close } = createSubject('branches', () => createOnnxDevice(), 1e-5)

/* Few tokens are likely, so that candidates stay together for a while, over more than two pages. */
const requests = fc
  .record({
    tokens: ids(20),
    promptSuffix: ids(3, 0),
    count: fc.integer({ min: 2, max: 8 }),
    maxTokens: fc.integer({ min: 1, max: 3 * pageLength }),
    temperature: fc.constantFrom(0, 0.1, 0.3, 1),
    stop: fc.constantFrom([], [0, 1, 2, 3, 4]),
    seed: fc.nat(),
  })
  .map(({ seed, ...rest }): SampleRequest => {
    return { ...rest, sequenceId: 'c', appendToContext: false, topP: 1, key: rootKey(seed) }
  })

test.serial('a sample is the same to the last bit, however many are drawn beside it', async t => {
  const device = await opened()
  await fc.assert(
    fc.asyncProperty(requests, fc.nat(), async (request, place) => {
      const drawn = async (count: number) => {
        await device.release('m', ['c'])
        return nth(await device.sample('m', [{ ...request, count }]), 0)
      }
      const all = await drawn(request.count)
      const some = await drawn(1 + (place % request.count))
      t.deepEqual(all.slice(0, some.length), some)
      const shared = [...request.tokens, ...request.promptSuffix]
      const scores = await device.logprobs(
        'm',
        all.map(({ tokens }) => ({ tokens: Int32Array.from([...shared, ...tokens]) })),
      )
      all.forEach(({ logprobs }, index) => t.true(close(logprobs, nth(scores, index).slice(shared.length))))
    }),
    { numRuns: 60 },
  )
})

test('a branch is divided by the last tokens; who has finished is in none, and the first part keeps the groups', t => {
  const candidate = fc.record({ token: fc.nat({ max: 3 }), finish: fc.constantFrom(null, null, 'stop' as const) })
  fc.assert(
    fc.property(fc.array(candidate, { minLength: 1, maxLength: 8 }), drawn => {
      const candidates = drawn.map(({ token, finish }): Candidate => {
        return { random: randomFrom(rootKey(1)), tokens: [9, token], logprobs: [], finish }
      })
      const groups = [4, 5]
      const parts = divided({ candidates, groups })
      const open = candidates.filter(({ finish }) => finish === null)
      const found = parts.flatMap(({ branch }) => branch.candidates)
      t.is(found.length, open.length)
      t.true(open.every(each => found.includes(each)))
      t.is(parts.length, new Set(open.map(({ tokens }) => tokens[1])).size)
      for (const { branch } of parts) t.is(new Set(branch.candidates.map(({ tokens }) => tokens[1])).size, 1)
      parts.forEach(({ branch, from }, index) => {
        if (index === 0) t.true(branch.groups === groups && from === null)
        else t.true(branch.groups.length === 0 && from === groups)
      })
    }),
  )
})

test('a fork holds the same entries, and what is written behind them is its own', t => {
  const pages = createPages(new Float32Array(0), 4 * pageLength)
  const contexts = createContexts(pages)
  const cell = (groups: readonly number[], entry: number) =>
    new Float32Array(pages.buffer(), pages.place(nth(groups, Math.floor(entry / pageLength))), pageLength)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * pageLength }), entries => {
      const [first, second]: [number[], number[]] = [[], []]
      const reach = (groups: number[], mark: number, from: number, to: number) => {
        contexts.reach(groups, to)
        for (let entry = from; entry < to; entry += 1) cell(groups, entry)[entry % pageLength] = mark + entry
      }
      reach(first, 1000, 0, entries)
      contexts.fork(first, entries, second)
      reach(first, 1000, entries, entries + 5)
      reach(second, 2000, entries, entries + 5)
      for (let entry = 0; entry < entries + 5; entry += 1) {
        t.is(cell(first, entry)[entry % pageLength], 1000 + entry)
        t.is(cell(second, entry)[entry % pageLength], (entry < entries ? 1000 : 2000) + entry)
      }
      const before = pages.buffer().byteLength
      contexts.drop(first, 0)
      contexts.drop(second, 0)
      t.is(pages.buffer().byteLength, before)
    }),
  )
})
