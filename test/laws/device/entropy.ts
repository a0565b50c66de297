/** What `accumulate` says of the distributions that trained tokens come from. */
import test from 'ava'
import fc from 'fast-check'
import { objectives, smallConfig, tree, vocabulary } from './device-cases.ts'
import type { Subject } from './subject.ts'
import { nth } from '../../../src/math/nth.ts'

export function entropyLaws({ name, opened }: Subject): void {
  test.serial(`${name}: the entropy of a token is that of what might have come in its place`, async t => {
    await fc.assert(
      fc.asyncProperty(tree(20, 3), fc.nat(), async (sequence, place) => {
        const device = await opened()
        const { length } = sequence.tokens
        const start = 1 + (place % (length - 1))
        const spans = [1, 3].map(weight => ({
          start,
          end: start + 1,
          advantage: 0,
          oldLogprobs: new Float32Array(0),
          weight,
        }))
        const told = await device.forwardBackward('m', [{ sequence, spans }], nth(objectives, 0))
        const others = Array.from({ length: vocabulary }, (_, token) => ({
          ...sequence,
          tokens: sequence.tokens.with(start, token),
        }))
        const scores = await device.logprobs('m', others)
        const entropy = -scores.reduce(
          (sum, logprobs) => sum + Math.exp(nth(logprobs, start)) * nth(logprobs, start),
          0,
        )
        t.true(entropy > 0 && entropy <= Math.log(smallConfig.vocab_size) + 1e-5)
        t.true(Math.abs(Number(told.entropy) - 2 * entropy) < 1e-4, `${told.entropy} is not twice ${entropy}`)
        t.is(told.read, length)
        t.true(told.padding >= 0)
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
}
