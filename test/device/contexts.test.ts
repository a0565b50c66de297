import test from 'ava'
import fc from 'fast-check'
import { createContexts, pageLength, pagesPerGroup } from '../../src/device/onnx/contexts.ts'
import { smallConfig } from '../laws/device-cases.ts'

const size = smallConfig.hidden_size / smallConfig.num_attention_heads
const heads = smallConfig.num_key_value_heads

test('what is written at an entry of a context is read there, whatever others write, grow or release', t => {
  const action = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    grow: fc.integer({ min: 1, max: 90 }),
    drop: fc.constantFrom('all', 'some', 'nothing'),
  })
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 40 }), actions => {
      const contexts = createContexts(smallConfig)
      const expected = new Map<string, number[]>()
      let mark = 0
      for (const { name, grow, drop } of actions) {
        if (drop === 'all') {
          contexts.release(name)
          expected.delete(name)
          continue
        }
        if (drop === 'some') {
          contexts.cut(name, grow)
          expected.get(name)?.splice(grow)
          continue
        }
        const context = contexts.open(name)
        const marks = expected.get(name) ?? []
        expected.set(name, marks)
        contexts.reserve(context, marks.length + grow)
        mark += 1
        const data = new Float32Array(heads * grow * size).fill(mark)
        contexts.write(context, marks.length, grow, { layer: 1, kind: 1, data, offset: 0, length: grow })
        for (let entry = 0; entry < grow; entry += 1) marks.push(mark)
        context.cached = marks.length
      }
      for (const [name, marks] of expected) {
        const { groups } = contexts.open(name)
        const read = marks.map((_, entry) => {
          const page = groups[Math.floor(entry / pageLength)]! * pagesPerGroup(smallConfig) + 3 * heads
          return contexts.pages()[(page * pageLength + (entry % pageLength)) * size]
        })
        t.deepEqual(read, marks)
      }
      t.true(
        contexts
          .pages()
          .subarray(0, pagesPerGroup(smallConfig) * pageLength * size)
          .every(value => value === 0),
      )
    }),
    { numRuns: 30 },
  )
})

test('released and trimmed pages are used again', t => {
  const contexts = createContexts(smallConfig)
  for (let round = 0; round < 100; round += 1) {
    const context = contexts.open(`round ${round}`)
    contexts.reserve(context, 5 * pageLength)
    context.cached = 1
    contexts.trim(context)
    t.is(context.groups.length, 1)
    contexts.release(`round ${round}`)
  }
  t.is(contexts.pages().length, 16 * pagesPerGroup(smallConfig) * pageLength * size)
})

test('after a change of weights tokens are kept and keys are not', t => {
  const contexts = createContexts(smallConfig)
  const context = contexts.open('a')
  context.tokens.push(1, 2, 3)
  contexts.reserve(context, 3)
  context.cached = 3
  contexts.invalidate()
  t.deepEqual(contexts.open('a'), { tokens: [1, 2, 3], groups: [], cached: 0 })
  t.is(contexts.length('a'), 3)
  t.is(contexts.length('nobody'), 0)
})
