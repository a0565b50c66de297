import test from 'ava'
import fc from 'fast-check'
import { codingLadder } from '../../../../environments/coding/generation/ladder.ts'
import { codingSettings } from '../../../../environments/coding/options/options.ts'
import { splitOf } from '../../../../environments/coding/options/splits.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'

const ladder = codingLadder(codingSettings())
const random = (seed: number) => randomFrom(derive(rootKey(seed), 'ladder'))

test('a level is a number of clauses; the same key gives the same task, to be trained on', t => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), fc.nat(), (level, seed) => {
      const task = ladder.generate('pipelines', level, random(seed))
      t.is(task.clauses.length, level + 1)
      t.is(splitOf(task), 'train')
      t.deepEqual(ladder.generate('pipelines', level, random(seed)), task)
    }),
    { numRuns: 20 },
  )
})

test('what is not on the ladder is refused', t => {
  t.throws(() => ladder.generate('pipelines', 6, random(1)), { instanceOf: RangeError, message: /\[0, 5\], got 6/ })
  t.throws(() => ladder.generate('loops', 0, random(1)), {
    instanceOf: RangeError,
    message: /must be pipelines, got 'loops'/,
  })
})
