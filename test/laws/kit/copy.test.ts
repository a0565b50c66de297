import test from 'ava'
import fc from 'fast-check'
import { copyOf } from '../../../src/laws/formulation/laws/purity/copy.ts'

test('a copy is that of the platform, whatever is copied, and shares nothing with what it is of', t => {
  const anything = fc.anything({
    withTypedArray: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
  })
  fc.assert(
    fc.property(anything, value => {
      t.deepEqual(copyOf(value), structuredClone(value))
      if (typeof value === 'object' && value !== null) t.not(copyOf(value), value)
    }),
  )
})

test('so is one of what is odd', t => {
  const ring: unknown[] = [1]
  ring.push({ ring })
  for (const odd of [
    ring,
    /b/.exec('ab'),
    JSON.parse('{"__proto__": [1]}'),
    [undefined, -0, NaN, 1n, true],
    new Error('no'),
  ])
    t.deepEqual(copyOf(odd), structuredClone(odd))
  for (const none of [() => 1, { deep: [() => 1] }, Symbol('none')])
    t.deepEqual(
      refusal(() => copyOf(none)),
      refusal(() => structuredClone(none)),
    )
})

/** What the work throws, which is no error of this thread's own. */
function refusal(work: () => unknown): string {
  try {
    return `it gave ${String(work())}`
  } catch (thrown) {
    return String(thrown)
  }
}
