import test from 'ava'
import fc from 'fast-check'
import { missingIds } from '../../../src/model/tokenizer/missing-ids.ts'

const tokenizerOf = (ids: readonly number[], added: readonly number[] = []): string =>
  JSON.stringify({
    added_tokens: added.map(id => ({ id, content: `<${id}>` })),
    model: { vocab: Object.fromEntries(ids.map(id => [`t${id}`, id])) },
  })

test('every id of the model has a token or lies in one range, and ranges are as long as they can be', t => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(30)),
      fc.uniqueArray(fc.nat(30)),
      fc.integer({ min: 1, max: 40 }),
      (own, added, size) => {
        const ranges = missingIds(tokenizerOf(own, added), size)
        const missing = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at))
        const known = new Set([...own, ...added])
        t.deepEqual(
          missing,
          Array.from({ length: size }, (_, id) => id).filter(id => !known.has(id)),
        )
        ranges.slice(1).forEach(([start], index) => t.true(start > ranges[index]![1]))
      },
    ),
  )
})

test('a padded vocabulary with a hole has two ranges', t => {
  t.deepEqual(missingIds(tokenizerOf([0, 1, 4], [5]), 8), [
    [2, 4],
    [6, 8],
  ])
  t.throws(() => missingIds('{}', 8), {
    instanceOf: RangeError,
    message: /^tokenizer\.json has no vocabulary: model must be an object, got nothing$/,
  })
})
