import test from 'ava'
import fc from 'fast-check'
import type { WrittenCall } from '../../../src/gateway/speech/agent-speech.ts'
import { settledText, wholeSigns } from '../../../src/gateway/speech/settled-text.ts'
import { firstCallEnd, writtenCalls } from '../../../src/gateway/speech/written-calls.ts'

const tools = ['get_weather', 'count'].map(name => ({
  ...{ name, description: '' },
  parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'number' } } },
}))
const read = (text: string) => writtenCalls(text, tools)

type Given = Readonly<Record<string, unknown>>
const forms: Readonly<Record<string, (name: string, given: Given) => string>> = {
  hermes: (name, given) => `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`,
  coder: (name, given) =>
    `<tool_call>\n<function=${name}>\n${Object.entries(given)
      .map(
        ([key, value]) =>
          `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>\n`,
      )
      .join('')}</function>\n</tool_call>`,
  llama: (name, given) => JSON.stringify({ name, parameters: given }),
}

const city = fc.oneof(
  fc.string().filter(text => !/[<\n]/.test(text)),
  fc.string({ unit: fc.constantFrom(';', '{', '}', '"', ' ') }),
)
const given = fc.record({ city, days: fc.nat() }, { requiredKeys: [] })
const call = fc.tuple(fc.constantFrom('get_weather', 'count'), given)

for (const [form, write] of Object.entries(forms))
  test(`the first call has its end as soon as it is written, and wherever more follows: ${form}`, t => {
    fc.assert(
      fc.property(call, fc.string(), fc.nat(), (asked, after, cut) => {
        const first = write(...asked)
        t.is(firstCallEnd(first + after, tools), first.length)
        t.is(firstCallEnd(first.slice(0, cut % first.length), tools), null)
      }),
    )
  })

for (const [form, write] of Object.entries(forms))
  test(`calls are read as they were written: ${form}`, t => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), calls => {
        const text = calls.map(each => write(...each)).join('\n')
        const wanted: readonly WrittenCall[] = calls.map(([name, asked]) => ({
          name,
          arguments: JSON.stringify(asked),
        }))
        t.deepEqual(read(text), { text: '', calls: wanted })
      }),
    )
  })

test('what is said beside calls is text', t => {
  const asked = { name: 'count', arguments: '{}' }
  t.deepEqual(read('I count.\n<tool_call>{"name": "count"}</tool_call>'), { text: 'I count.', calls: [asked] })
  t.deepEqual(read('<|python_tag|>{"name": "count", "parameters": {}}'), { text: '', calls: [asked] })
})

test('what is no call stays as it was written', t => {
  for (const text of [
    '',
    ' It is cold. ',
    '{"name": "unknown", "parameters": {}}',
    '{"city": "Oslo"}',
    'Say {"name": "count", "parameters": {}}',
    '<tool_call>{"name": "count", "arguments": "{}"}</tool_call>',
    '<tool_call>{"name": "count", "arguments": {</tool_call>',
    '<tool_call>{"name": "unknown", "arguments": {}}</tool_call>',
    '<tool_call><function=unknown></function></tool_call>',
    '<tool_call>{"name": "count"}',
  ])
    t.deepEqual(read(text), { text, calls: [] })
  t.deepEqual(writtenCalls('{"name": "count", "parameters": {}}', []).calls, [])
})

test('signs are whole up to the last that is there', t => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\uFFFD', 'a', ' ') }), fc.nat(9), (text, parts) => {
      t.is(wholeSigns(`${text}.${'\uFFFD'.repeat(parts)}`), `${text}.`)
    }),
  )
})

test('a model that writes the same without end is read as fast as any other', t => {
  const many = 100_000
  for (const text of [
    `<tool_call>${'\n'.repeat(many)}{`,
    '<tool_call>'.repeat(many),
    '{"name": "other"}\n'.repeat(many).trim(),
    `{"name": "count"}${';'.repeat(many)}`,
    `<tool_call>${' '.repeat(many)}</tool_call>`.repeat(3),
    `${'\uFFFD'.repeat(many)}.`,
  ]) {
    t.deepEqual(read(text), { text, calls: [] })
    t.is(firstCallEnd(text, tools), text.startsWith('{"name": "count"}') ? 17 : null)
    t.true(text.startsWith(settledText(text, tools)))
  }
})
