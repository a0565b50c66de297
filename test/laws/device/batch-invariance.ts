/** What is in the same batch, or in the same tree, changes no answer. */
import test from 'ava'
import fc from 'fast-check'
import type { Sequence } from '../../../src/device/device.ts'
import { chain, pathTo, request, runs, tree } from '../device-cases.ts'
import type { Subject } from './subject.ts'

export function batchInvarianceLaws({ name, opened, close }: Subject): void {
  test.serial(`${name}: a sample does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(request('own'), { minLength: 2, maxLength: 9 }), async drawn => {
        const device = await opened()
        const requests = drawn.map((each, index) => ({ ...each, cache: `c${index}` }))
        const together = await device.sample('m', requests)
        for (const [index, alone] of requests.entries()) {
          t.deepEqual((await device.sample('m', [{ ...alone, cache: `alone ${index}` }]))[0], together[index])
        }
        await device.release(
          'm',
          requests.flatMap(({ cache }, index) => [cache, `alone ${index}`]),
        )
      }),
      runs,
    )
  })

  test.serial(`${name}: a score does not depend, to the last bit, on what else is in the batch`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(chain(70), tree(70)), { minLength: 2, maxLength: 6 }), async sequences => {
        const device = await opened()
        const together = await device.score('m', sequences)
        for (const [index, alone] of sequences.entries()) {
          t.deepEqual((await device.score('m', [alone]))[0], together[index])
        }
      }),
      runs,
    )
  })

  test.serial(`${name}: a tree may have more tokens than the model has positions`, async t => {
    const device = await opened()
    const branches = Array.from({ length: 60 }, (_, branch) => [1 + (branch % 5), 6, 7 + (branch % 3)])
    const trunk = [2, 3, 5, 7]
    const tokens = [...trunk, ...branches.flat()]
    const parents = tokens.map((_, index) => (index < 4 ? index - 1 : (index - 4) % 3 === 0 ? 3 : index - 1))
    const [whole, ...apart] = await device.score('m', [
      { tokens: Int32Array.from(tokens), parents: Int32Array.from(parents) },
      ...branches.map(branch => ({ tokens: Int32Array.of(...trunk, ...branch) })),
    ])
    apart.forEach((logprobs, branch) =>
      t.true(close(whole!.slice(4 + 3 * branch, 7 + 3 * branch), logprobs.slice(trunk.length))),
    )
  })

  test.serial(`${name}: a tree scores as its paths do apart`, async t => {
    await fc.assert(
      fc.asyncProperty(tree(24), async sequence => {
        const device = await opened()
        const paths = Array.from(sequence.tokens, (_, token): Sequence => ({ tokens: pathTo(sequence, token) }))
        const [whole, ...apart] = await device.score('m', [sequence, ...paths])
        t.true(
          close(
            whole!,
            apart.map(logprobs => logprobs.at(-1)!),
          ),
        )
      }),
      runs,
    )
  })
}
