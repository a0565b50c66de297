import test from 'ava'
import fc from 'fast-check'
import { binaryExample, majorityVerdict, type CompletedTurn } from '../../../src/gateway/training/binary.ts'
import type { Vote } from '../../../src/reward/votes.ts'

const verdict = fc.constantFrom<Vote>(-1, 0, 1)

test('the majority turns with the verdicts, and order does not matter', t => {
  fc.assert(
    fc.property(fc.array(verdict), verdicts => {
      const turned = verdicts.map((each): Vote => (each === 1 ? -1 : each === -1 ? 1 : 0))
      t.is(majorityVerdict(turned) + majorityVerdict(verdicts), 0)
      t.is(majorityVerdict(verdicts.toReversed()), majorityVerdict(verdicts))
      t.is(majorityVerdict([...verdicts, 0]), majorityVerdict(verdicts))
    }),
  )
})

test('a majority, a tie, and no verdict', t => {
  t.is(majorityVerdict([1, 1, -1]), 1)
  t.is(majorityVerdict([0, -1, 0]), -1)
  t.is(majorityVerdict([1, -1, 0]), 0)
  t.is(majorityVerdict([]), 0)
})

test('all tokens of an answer have the reward as advantage, after all that was read', t => {
  const turn: CompletedTurn = {
    ...{ id: 't', prompt: [1, 2, 3], answer: [4, 5], logprobs: [-0.5, -0.25], version: 0 },
    ...{ opening: '', steps: [] },
  }
  const { sequence, spans } = binaryExample(turn, -1)
  t.deepEqual([...sequence.tokens], [1, 2, 3, 4, 5])
  t.deepEqual(spans, [{ start: 3, end: 5, advantage: -1, oldLogprobs: Float32Array.of(-0.5, -0.25), weight: 1 }])
})
