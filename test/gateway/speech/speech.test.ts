import { readFileSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { shippedStarter } from '../../../src/config/environment-source.ts'
import type { HistoryItem } from '../../../src/gateway/history/item.ts'
import { chatSpeech } from '../../../src/gateway/speech/chat.ts'
import { wordsSpeech } from '../../../src/gateway/speech/words.ts'
import { compileTemplate } from '../../../src/model/chat/compile-template.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'

/** In the manner of Qwen2.5 and Hermes, and of Llama 3.1. */
const hermes = `{%- if tools %}{{ '<|im_start|>system\\n' }}{% if messages[0].role == 'system' %}{{ messages[0].content + '\\n' }}{% endif %}{% for tool in tools %}{{ tool | tojson + '\\n' }}{% endfor %}{{ '<|im_end|>\\n' }}{% elif messages[0].role == 'system' %}{{ '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}{% endif %}
{%- for message in messages %}{% if message.role == 'user' or (message.role == 'system' and not loop.first) %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- elif message.role == 'assistant' %}{{ '<|im_start|>assistant\\n' + message.content }}{% for call in message.tool_calls or [] %}{{ '<tool_call>\\n' + call.function | tojson + '\\n</tool_call>' }}{% endfor %}{{ '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}{{ '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}{% endif %}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`
const template = { ...templateOf('chatml'), source: hermes }

const tool = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
}
const prompt = { system: 'Find it.', tools: [tool] }
const turnEnd = chatTokenizer.id('<|im_end|>')
const line = fc.stringMatching(/^[A-Za-z][a-z0-9 .,:<|>\n]{0,30}[a-z.]$/)
const fresh: fc.Arbitrary<readonly HistoryItem[]> = fc.oneof(
  line.map(text => [{ kind: 'user', text } as const]),
  fc
    .array(line, { minLength: 1, maxLength: 2 })
    .map(texts => texts.map((text, at) => ({ kind: 'result', id: `call_${at}`, text }) as const)),
)

test('a conversation with calls and their results, turn by turn, has the tokens of the whole', t => {
  const speech = chatSpeech(chatTokenizer, template)
  const render = compileTemplate(template)
  fc.assert(
    fc.property(line, fc.array(fc.tuple(line, fresh), { maxLength: 4 }), (first, turns) => {
      const tokens = [...speech.opening(prompt, [{ kind: 'user', text: first }])]
      for (const [answer, items] of turns) {
        const sampled = Int32Array.of(...chatTokenizer.encode(answer), turnEnd)
        tokens.push(...sampled, ...speech.next(prompt, sampled, items))
      }
      const whole = render(
        [
          { role: 'system', content: prompt.system },
          { role: 'user', content: first },
          ...turns.flatMap(([answer, items]) => [
            { role: 'assistant' as const, content: answer },
            ...items.map(item => ({
              role: item.kind === 'result' ? ('tool' as const) : ('user' as const),
              content: 'text' in item ? item.text : '',
            })),
          ]),
        ],
        { tools: [{ type: 'function', function: tool }] },
      )
      t.deepEqual(tokens, [...chatTokenizer.encode(whole)])
    }),
    { numRuns: 30 },
  )
})

test('an answer that was cut off is ended before what follows', t => {
  const { next } = chatSpeech(chatTokenizer, template)
  const items = [{ kind: 'user', text: 'And now?' }] as const
  const [cut, ended] = [next(prompt, Int32Array.of(5), items), next(prompt, Int32Array.of(5, turnEnd), items)]
  t.deepEqual([...cut], [turnEnd, ...ended])
})

test('the template writes calls of a history that was not sampled here; users’ neighbouring texts are one message', t => {
  const { opening } = chatSpeech(chatTokenizer, template)
  const items: readonly HistoryItem[] = [
    { kind: 'user', text: 'Where' },
    { kind: 'user', text: 'is it?' },
    { kind: 'assistant', text: 'I look.' },
    { kind: 'call', id: 'call_1', name: 'look', arguments: '{"at":"desk"}' },
    { kind: 'result', id: 'call_1', text: 'a mug' },
  ]
  const text = new TextDecoder().decode(new TextEncoder().encode(chatTokenizer.decode(opening(prompt, items))))
  t.regex(text, /Find it\.\n.*"name": ?"look"/)
  t.true(text.includes('user\nWhere\nis it?'))
  t.regex(text, /I look\.<tool_call>\n\{"name": ?"look", ?"arguments": ?\{"at": ?"desk"\}\}\n<\/tool_call>/)
  t.true(text.includes('<tool_response>\na mug\n</tool_response>'))
  t.throws(() => opening(prompt, [{ kind: 'image', url: 'data:,' }]), { message: /reads no pictures/ })
})

test('what a chat model wrote: calls, text, and no thoughts', t => {
  const { read, written } = chatSpeech(chatTokenizer, template)
  const readOf = (text: string) => read(written(Int32Array.of(...chatTokenizer.encode(text), turnEnd)), prompt)
  t.deepEqual(readOf('<think>\nHm.\n</think>\n\nIt is there.'), { text: 'It is there.', calls: [] })
  const called = '<tool_call>\n{"name": "look", "arguments": {"at": "desk"}}\n</tool_call>'
  t.deepEqual(readOf(called), { text: '', calls: [{ name: 'look', arguments: '{"at":"desk"}' }] })
})

const words = loadTokenizer(readFileSync(`${shippedStarter('household', 'policy')}/tokenizer.json`, 'utf8'))

test('a model of words is told observations and says actions, turn by turn as in the whole', t => {
  const { opening, next, read, written, stop } = wordsSpeech(words)
  const go = {
    name: 'go_to',
    description: '',
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
  }
  const told = { system: 'It is not told this.', tools: [go] }
  const first = { kind: 'user', text: 'You are in the middle of a room.' } as const
  const action = Int32Array.of(...words.encode('go to desk 1'), words.id('<end>'))
  t.deepEqual(read(written(action), told), { text: '', calls: [{ name: 'go_to', arguments: '{"place":"desk 1"}' }] })
  const result = { kind: 'result', id: 'call_1', text: 'On the desk 1, you see a mug 1.' } as const
  const call = { kind: 'call', id: 'call_1', name: 'go_to', arguments: '{"place":"desk 1"}' } as const
  const byTurns = [...opening(told, [first]), ...action, ...next(told, action, [result])]
  t.deepEqual(byTurns, [...opening(told, [first, call, result])])
  t.deepEqual([...next(told, action.slice(0, -1), [result])], [...stop, ...next(told, action, [result])])
})

test('what is settled of an answer that is being written is the beginning of its text', t => {
  const chat = chatSpeech(chatTokenizer, template)
  const pieces = [
    '<tool_call>',
    '</tool_call>',
    '{"name": "look", "arguments": {}}',
    '<think>',
    '</think>',
    '<',
    ' ',
    '\n',
    'é🌧',
    'It is.',
  ]
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 8 })
    .map(parts => parts.join(''))
  const law = (speech: typeof chat, tokens: Int32Array, tools: typeof prompt.tools): void => {
    const told = { system: '', tools }
    const { text: whole } = speech.read(speech.written(tokens), told)
    for (let at = 0; at <= tokens.length; at += 1) {
      const settled = speech.settled(speech.written(tokens.slice(0, at)), told)
      t.true(whole.startsWith(settled), JSON.stringify([whole, settled]))
    }
  }
  fc.assert(
    fc.property(text, fc.boolean(), (said, hasTools) => {
      const tools = hasTools ? [tool] : []
      law(chat, Int32Array.of(...chatTokenizer.encode([{ text: said, marked: false }]), turnEnd), tools)
      law(wordsSpeech(words), words.encode(said), tools)
    }),
  )
  const begun = 'It is there. <tool'
  t.is(chat.settled(begun, prompt), 'It is there.')
  t.is(chat.settled(begun, { ...prompt, tools: [] }), 'It is there. <tool')
})
