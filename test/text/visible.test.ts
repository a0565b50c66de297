import fc from 'fast-check'
import test from 'ava'
import { visible } from '../../src/text/visible.ts'
import { anyText } from '../fixtures/any-text.ts'

/** Every character that a terminal, or its reader, would take for something else than a letter. */
const commands = [
  ...Array.from({ length: 32 }, (_, code) => code).filter(code => code !== 9 && code !== 10),
  ...Array.from({ length: 33 }, (_, place) => 0x7f + place),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map(code => String.fromCharCode(code))

test('no command of a terminal is left in a text, and each can be seen', t => {
  for (const command of commands)
    t.is(visible(`a${command}b`), `a\\u${command.charCodeAt(0).toString(16).padStart(4, '0')}b`)
  t.is(
    visible('a\u001b]0;title\u0007\u001b[2J\r\u0008b\ud800'),
    'a\\u001b]0;title\\u0007\\u001b[2J\\u000d\\u0008b\\ud800',
  )
})

test('other texts stay as they are: lines, tabs, any script, emoji', t => {
  const text = 'a\tb\nmäßig 漢字 שלום 👩‍💻 🏴\u{e0067}\u{e007f}│─━ ␛ \\u001b'
  t.is(visible(text), text)
  const plain = anyText().filter(each => !commands.some(command => each.includes(command)))
  fc.assert(fc.property(plain, each => visible(each) === each))
})

test('JSON stays the same JSON, and what is shown is shown once', t => {
  fc.assert(
    fc.property(anyText(), text => {
      t.is(JSON.parse(visible(JSON.stringify(text))), text)
      t.is(visible(visible(text)), visible(text))
    }),
  )
})
