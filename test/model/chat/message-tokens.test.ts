import test from 'ava'
import fc from 'fast-check'
import { conversation } from '../../../src/model/chat/conversation.ts'
import {
  answerTokens,
  messagesOf,
  messageTemplate,
  messageTokenizerJson,
} from '../../../src/model/chat/message-tokens.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'

const tokenizer = loadTokenizer(messageTokenizerJson)
const talk = conversation(tokenizer, messageTemplate)
/** Any text, of which nothing reads like the mark of a message. */
const content = fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => text.replaceAll('<|', ''))

test('messages are told as they were said, whatever they say', t => {
  fc.assert(
    fc.property(content, content, fc.array(fc.tuple(content, content), { maxLength: 3 }), (system, first, turns) => {
      const tokens = [...talk.opening(system, first)]
      for (const [answer, message] of turns) {
        const written = answerTokens(answer, true)
        tokens.push(...written, ...talk.next(message, written))
      }
      t.deepEqual(messagesOf(Int32Array.from(tokens)), [
        { role: 'system', content: system },
        { role: 'user', content: first },
        ...turns.flatMap(([answer, message]) => [
          { role: 'assistant' as const, content: answer },
          { role: 'user' as const, content: message },
        ]),
      ])
    }),
    { numRuns: 50 },
  )
})

test('an answer that was cut off is a whole message to what follows', t => {
  const cut = answerTokens('I was', false)
  const tokens = Int32Array.of(...talk.opening('s', 'u'), ...cut, ...talk.next('v', cut))
  t.like(messagesOf(tokens)[2], { role: 'assistant', content: 'I was' })
})

test('what is no prompt is refused', t => {
  t.throws(() => messagesOf(tokenizer.encode('hello')), { message: /must end with the head of an answer/ })
  const wrong = tokenizer.encode('<|begin|>nobody\nx<|end|><|begin|>assistant\n')
  t.throws(() => messagesOf(wrong), {
    message: /must be of the system, the user or the assistant, got one of 'nobody'/,
  })
})

/** The same as pairs of bytes, of which there are none, in the form of Hugging Face. */
function asPairs(): string {
  let others = 256
  const isSign = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  const signs = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isSign(byte) ? byte : others++))
  const level = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true }
  return JSON.stringify({
    ...{ ...(JSON.parse(messageTokenizerJson) as object), version: '1.0', normalizer: null, post_processor: null },
    ...{ pre_tokenizer: level, decoder: level },
    model: { type: 'BPE', vocab: Object.fromEntries(signs.map((sign, byte) => [sign, byte])), merges: [] },
  })
}

test('bytes are the tokens that the byte-level form of Hugging Face gives without pairs, there and back', t => {
  const pairs = loadTokenizer(asPairs())
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('<|end|>', '<|')),
  })
  fc.assert(
    fc.property(fc.array(fc.record({ text, marked: fc.boolean() })), passages => {
      const tokens = tokenizer.encode(passages)
      t.deepEqual(tokens, pairs.encode(passages))
      t.is(tokenizer.decode(tokens), pairs.decode(tokens))
    }),
  )
  t.deepEqual(
    [-1, 0, 255, 256, 257, 258].map(id => tokenizer.has(id)),
    [-1, 0, 255, 256, 257, 258].map(id => pairs.has(id)),
  )
  t.is(tokenizer.size, pairs.size)
  t.is(tokenizer.id('<|end|>'), pairs.id('<|end|>'))
  t.throws(() => tokenizer.id('ab'), { message: /no token "ab"/ })
})
