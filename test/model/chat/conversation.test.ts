import test from 'ava'
import fc from 'fast-check'
import { compileTemplate } from '../../../src/model/chat/compile-template.ts'
import { conversation } from '../../../src/model/chat/conversation.ts'
import { addedTokens } from '../../../src/model/tokenizer/added-tokens.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { chatTokenizer, markedJson, marks, templateOf } from '../../fixtures/chat.ts'

const turnEnd = chatTokenizer.id('<|im_end|>')
const line = fc.stringMatching(/^[A-Za-z][a-z0-9 .,:<|>\n]{0,30}[a-z.]$/)
const kept = ['chatml', 'headers', 'thinking'] as const

/** A text that ends in a token that ends a turn. */
const written = (text: string): Int32Array => Int32Array.of(...chatTokenizer.encode(text), turnEnd)

for (const name of kept)
  test(`a conversation turn by turn has the tokens of the whole: ${name}`, t => {
    const template = templateOf(name)
    const render = compileTemplate(template)
    const talk = conversation(chatTokenizer, template)
    fc.assert(
      fc.property(line, line, fc.array(fc.tuple(line, line), { maxLength: 4 }), (instructions, first, turns) => {
        const tokens = [...talk.opening(instructions, first)]
        for (const [answer, message] of turns) tokens.push(...written(answer), ...talk.next(message, written(answer)))
        const whole = render([
          { role: 'system', content: instructions },
          { role: 'user', content: first },
          ...turns.flatMap(([answer, message]) => [
            { role: 'assistant' as const, content: answer },
            { role: 'user' as const, content: message },
          ]),
        ])
        t.deepEqual(tokens, [...chatTokenizer.encode(whole)])
      }),
      { numRuns: 30 },
    )
  })

for (const name of kept)
  test(`a message that is written piece by piece has the tokens of the whole: ${name}`, t => {
    const template = templateOf(name)
    const render = compileTemplate(template)
    const { unfinished } = conversation(chatTokenizer, template)
    fc.assert(
      fc.property(line, fc.array(line, { minLength: 1, maxLength: 5 }), line, (instructions, pieces, question) => {
        const { head, piece, tail } = unfinished(instructions)
        const tokens = [head, ...pieces.map(text => piece(`${text}\n`)), tail(question)].flatMap(each => [...each])
        const content = [...pieces, question].join('\n')
        const whole = render([
          { role: 'system', content: instructions },
          { role: 'user', content },
        ])
        t.deepEqual(tokens, [...chatTokenizer.encode(whole)])
      }),
      { numRuns: 30 },
    )
  })

for (const name of [...kept, 'no-system', 'system-in-last'] as const)
  test(`what a world or a model says is text, and no marker of any sort: ${name}`, t => {
    const tokenizer = loadTokenizer(markedJson())
    const added = new Set(addedTokens(tokenizer.json).map(({ id }) => id))
    const talk = conversation(tokenizer, templateOf(name))
    const marksIn = (tokens: Int32Array): number => [...tokens].filter(token => added.has(token)).length
    const piece = fc.constantFrom(
      ...marks,
      '<|',
      'im_end|>',
      '|>',
      '\u{E000}0\u{E001}',
      '\u{E001}',
      '$&',
      'a',
      '\n',
      ' ',
    )
    const spiked = fc.array(piece, { maxLength: 8 }).map(all => all.join(''))
    fc.assert(
      fc.property(spiked, spiked, (instructions, message) => {
        const opening = talk.opening(instructions, `a${message}a`)
        t.is(marksIn(opening), marksIn(talk.opening('a', 'a')))
        t.true(tokenizer.decode(opening).includes(`a${message}a`))
        const next = talk.next(message, written('a'))
        t.is(marksIn(next), marksIn(talk.next('a', written('a'))))
        t.true(tokenizer.decode(next).includes(message.trim()))
        const { head, piece: part, tail } = talk.unfinished(instructions)
        t.is(marksIn(Int32Array.of(...head, ...part(message), ...tail(message))), marksIn(talk.opening('a', 'a')))
      }),
    )
  })

test('white space around a message is trimmed where the template trims it, and a message may be empty', t => {
  const opened = (name: 'chatml' | 'headers', message: string) =>
    chatTokenizer.decode(conversation(chatTokenizer, templateOf(name)).opening('a', message))
  t.true(opened('chatml', '\n b \n').includes('user\n\n b \n'))
  t.true(opened('headers', '\n b \n').includes('user header\n\nbassistant'))
  t.true(opened('headers', '').includes('user header\n\nassistant'))
})

test('a switch that a template looks for in the instructions is found there', t => {
  const source = templateOf('chatml').source.replace(
    "message['content'] +",
    "(message['content'] | replace('/brief', '') | trim) + (' BRIEF' if '/brief' in message['content'] else '') +",
  )
  const talk = conversation(chatTokenizer, { ...templateOf('chatml'), source })
  t.true(chatTokenizer.decode(talk.opening('Play.', 'Where?')).startsWith('system\nPlay.\nuser\nWhere?'))
  t.regex(chatTokenizer.decode(talk.opening('Play. /brief', 'Where? /brief')), /Play\. +BRIEF\nuser\nWhere\? \/brief\n/)
})

test('an answer that was cut off, or ended by another token, is ended before what follows', t => {
  const talk = conversation(chatTokenizer, templateOf('chatml'))
  const whole = talk.next('And?', written('I go'))
  t.deepEqual([...talk.next('And?', chatTokenizer.encode('I go'))], [turnEnd, ...whole])
  t.deepEqual([...talk.next('And?', Int32Array.of(chatTokenizer.id('<|endoftext|>')))], [turnEnd, ...whole])
  t.deepEqual(talk.stop, [turnEnd, chatTokenizer.id('<|endoftext|>')])
  t.is(chatTokenizer.decode(whole), '\nuser\nAnd?\nassistant\n')
})

test('a template without instructions of their own has them before the first message', t => {
  for (const name of ['no-system', 'system-in-last'] as const) {
    const talk = conversation(chatTokenizer, templateOf(name))
    t.true(chatTokenizer.decode(talk.opening('Be brief.', 'Where?')).includes('Be brief.\n\nWhere?'))
    t.is(talk.history, 'kept')
  }
})

test('a template that drops thoughts is found out, and one that rewrites messages is refused', t => {
  t.is(conversation(chatTokenizer, templateOf('chatml')).history, 'kept')
  t.is(conversation(chatTokenizer, templateOf('thinking')).history, 'thoughts-dropped')
  t.throws(() => conversation(chatTokenizer, templateOf('rewriting')), {
    instanceOf: RangeError,
    message: /must leave earlier messages as they are, .*: it turns ".*of 1 messages.*" into ".*of 5 messages/,
  })
})

test('what is no template of conversations is refused by what is wrong with it', t => {
  t.throws(() => conversation(chatTokenizer, templateOf('unmarked')), {
    message: /must end an answer by a special token, got "\\nuser/,
  })
  t.throws(() => conversation(chatTokenizer, { ...templateOf('chatml'), source: '{% for %}' }), {
    message: /^the chat template is not Jinja: /,
  })
  t.throws(() => conversation(chatTokenizer, { ...templateOf('chatml'), source: "{{ raise_exception('no') }}" }), {
    message: 'the chat template refuses the conversation: no',
  })
  t.throws(() => conversation(chatTokenizer, { ...templateOf('chatml'), source: 'nothing<|im_end|>' }), {
    message: /must write what the assistant said, got a text without it/,
  })
})

test('line ends of a template are those of Jinja, whichever the file has; a byte order mark is text', t => {
  const source = "{% for m in messages %}\r\n{{ m['content'] }}\r\nx\r\ry\n{% endfor %}\r\n"
  const render = (text: string): string =>
    compileTemplate({ source: text, tokens: {} })([{ role: 'user', content: 'a\r\nb' }])
  /* As apply_chat_template of transformers 5.24 gives it. */
  t.is(render(source), 'a\r\nb\nx\n\ny\n')
  t.is(render(`\uFEFF${source}`), '\uFEFFa\r\nb\nx\n\ny\n')
})

test('a template that writes the date writes the one that is set, and is refused without', t => {
  const template = templateOf('chatml')
  const source = `{{ strftime_now('Today: %d %b %Y.') }}${template.source}`
  const said = (date: string): string =>
    chatTokenizer.decode(conversation(chatTokenizer, { ...template, source, date }).opening('a', 'b'))
  t.regex(said('2024-07-26'), /^Today: 26 Jul 2024\./)
  t.is(said('2024-07-26').replace('26 Jul', '27 Jul'), said('2024-07-27'))
  t.throws(() => conversation(chatTokenizer, { ...template, source }), {
    instanceOf: RangeError,
    message:
      /the chat template refuses the conversation: it writes the date, and none is set: set policy\.date, e\.g\. 2026-01-31/,
  })
})
