import test from 'ava'
import fc from 'fast-check'
import { addRefusals, adaptQuestion, criticLines, jsonIn } from '../../src/curriculum/model-proposals.ts'

test('JSON is found in whatever stands around it, and nothing else is', t => {
  const around = fc.stringMatching(/^[a-z `\n]{0,20}$/)
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
      around,
      around,
      (value, before, after) => {
        t.deepEqual(jsonIn(before + JSON.stringify(value) + after), JSON.parse(JSON.stringify(value)))
      },
    ),
  )
  for (const text of ['', 'none', '{', '} {', '{"a": }']) t.is(jsonIn(text), undefined)
})

test('of long criticism the condemned lines come first, and what is left out is counted', t => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `${index % 100 === 7 ? '✗' : ' '} go to cabinet ${index}: why`,
  )
  const kept = criticLines({ text: lines.join('\n') })
  t.true(kept.length < 4100)
  t.true(kept.startsWith('✗ go to cabinet 7: why\n✗ go to cabinet 107: why\n✗ go to cabinet 207: why\n'))
  t.regex(kept, /\n… \(\d+ more lines\)$/)
  t.is(criticLines({ text: 'a\nb' }), 'a\nb')
  t.is(criticLines({ text: `✗ ${'a'.repeat(5000)}\n✗ b` }), '✗ b\n… (1 more lines)')
})

test('the question says the task, how often it is done, the way to go, and what goes wrong', t => {
  const asked = { told: 'The present task: x', accuracy: 0.125, direction: 'easier' } as const
  t.is(
    adaptQuestion({ ...asked, summary: 'It looks in vain.' }),
    'The present task: x\n13 % of the attempts at it succeed. Make it easier.\nWhat goes wrong: It looks in vain.',
  )
  t.false(adaptQuestion({ ...asked, summary: null }).includes('wrong'))
})

test('refusals are added up by reason', t => {
  t.deepEqual(addRefusals([{ unreadable: 2 }, {}, { unreadable: 1, unsolvable: 4 }]), { unreadable: 3, unsolvable: 4 })
})
