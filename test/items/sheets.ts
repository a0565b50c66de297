import fc from 'fast-check'
import type { Sheet } from './packed.ts'
import { anyText } from '../fixtures/any-text.ts'

const text = anyText({ minLength: 1, maxLength: 12 })
const json = fc.jsonValue().map(value => JSON.stringify(value))
const lines = fc.array(json, { minLength: 1, maxLength: 3 }).map(all => all.join('\n'))

/** Items that both formats can hold. */
export const sheets: fc.Arbitrary<Sheet> = fc.oneof(
  fc.record({
    id: text,
    functionName: fc.constant(null),
    tests: fc.array(fc.record({ input: text, output: text }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    id: text,
    functionName: fc.constantFrom('solve', '_f2'),
    tests: fc.array(fc.record({ input: lines, output: json }), { minLength: 1, maxLength: 4 }),
  }),
)
