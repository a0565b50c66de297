/** What is in the same batch, or in the same tree, changes no answer. */
import test from 'ava'
import fc from 'fast-check'
import type { Sequence } from '../../../src/contracts/models/device.ts'
import { chain, greedy, pathTo, request, runs, tree } from './device-cases.ts'
import type { Subject } from './subject.ts'
import { lastOf } from '../../../src/math/last-of.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'

export function batchInvarianceLaws({ name, opened, close }: Subject): void {
  test.serial(`${name}: a sample does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(request('own'), { minLength: 2, maxLength: 9 }), async drawn => {
        const device = await opened()
        const requests = drawn.map((each, index) => ({ ...each, sequenceId: `c${index}` }))
        const together = await device.sample('m', requests)
        for (const [index, alone] of requests.entries()) {
          t.deepEqual((await device.sample('m', [{ ...alone, sequenceId: `alone ${index}` }]))[0], together[index])
        }
        await device.release(
          'm',
          requests.flatMap(({ sequenceId }, index) => [sequenceId, `alone ${index}`]),
        )
      }),
      runs,
    )
  })

  test.serial(`${name}: a sequence that begins as others do is sampled as if it were alone`, async t => {
    const device = await opened()
    const prompt = Int32Array.from({ length: 37 }, (_, index) => (5 * index + 3) % 23)
    const begun = [0, 20, 33, 37].flatMap(own =>
      [1, 2].map(token => ({
        ...greedy(`like ${own} ${token}`, Int32Array.of(...prompt.slice(0, own), token)),
        temperature: 1,
      })),
    )
    const whole = [...begun, ...begun.map(each => ({ ...each, sequenceId: `${each.sequenceId} again` }))]
    const further = whole.map(each => ({
      ...each,
      tokens: Int32Array.of(4, 2),
      promptSuffix: Int32Array.of(9),
      count: 2,
    }))
    const together = [await device.sample('m', whole), await device.sample('m', further)]
    await device.release(
      'm',
      whole.map(({ sequenceId }) => sequenceId),
    )
    for (const [index, alone] of whole.entries()) {
      t.deepEqual((await device.sample('m', [alone]))[0], together[0]?.[index])
      t.deepEqual((await device.sample('m', [nth(further, index)]))[0], together[1]?.[index])
      await device.release('m', [alone.sequenceId])
    }
  })

  test.serial(`${name}: a score does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(chain(70), tree(70)), { minLength: 2, maxLength: 6 }), async sequences => {
        const device = await opened()
        const together = await device.logprobs('m', sequences)
        for (const [index, alone] of sequences.entries()) {
          t.deepEqual((await device.logprobs('m', [alone]))[0], together[index])
        }
      }),
      runs,
    )
  })

  test.serial(`${name}: a tree may have more tokens than the model has positions`, async t => {
    const device = await opened()
    const branches = Array.from({ length: 60 }, (_, branch) => [1 + (branch % 5), 6, 7 + (branch % 3)])
    const prefix = [2, 3, 5, 7]
    const tokens = [...prefix, ...branches.flat()]
    const parents = tokens.map((_, index) => (index < 4 ? index - 1 : (index - 4) % 3 === 0 ? 3 : index - 1))
    const [whole, ...distinctTexts] = await device.logprobs('m', [
      { tokens: Int32Array.from(tokens), parents: Int32Array.from(parents) },
      ...branches.map(branch => ({ tokens: Int32Array.of(...prefix, ...branch) })),
    ])
    distinctTexts.forEach((logprobs, branch) =>
      t.true(close(present(whole).slice(4 + 3 * branch, 7 + 3 * branch), logprobs.slice(prefix.length))),
    )
  })

  test.serial(`${name}: a tree scores as its paths do alone`, async t => {
    await fc.assert(
      fc.asyncProperty(tree(24), async sequence => {
        const device = await opened()
        const paths = Array.from(sequence.tokens, (_, token): Sequence => ({ tokens: pathTo(sequence, token) }))
        const [whole, ...distinctTexts] = await device.logprobs('m', [sequence, ...paths])
        t.true(
          close(
            present(whole),
            distinctTexts.map(logprobs => lastOf(logprobs)),
          ),
        )
      }),
      runs,
    )
  })
}
