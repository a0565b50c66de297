/** Names of keys, and what they write. */
import test from 'ava'
import { keyOf, keyStroke } from '../../src/gui/actions/keys.ts'

test('a worked example of each kind', t => {
  t.deepEqual(keyStroke('a'), { held: [], key: { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a' } })
  t.deepEqual(keyStroke('KeyA').key, keyStroke('a').key)
  t.like(keyStroke('Shift+a'), { held: ['Shift'], key: { key: 'A', text: 'A' } })
  t.like(keyStroke('Control+Shift+ArrowLeft'), { held: ['Control', 'Shift'], key: { code: 'ArrowLeft', text: '' } })
  t.like(keyStroke('ControlOrMeta+a'), { held: ['Control'], key: { key: 'a', text: '' } }, 'a command writes nothing')
  t.like(keyStroke('Shift+Digit2'), { key: { key: '@', code: 'Digit2', windowsVirtualKeyCode: 50, text: '@' } })
  t.like(keyStroke('Control++'), { held: ['Control'], key: { code: 'Equal' } })
  t.like(keyStroke('+'), { held: [], key: { key: '+', text: '+' } })
  t.like(keyStroke('Enter'), { key: { key: 'Enter', windowsVirtualKeyCode: 13, text: '\r' } })
  t.like(keyStroke('Shift'), { held: [], key: { code: 'ShiftLeft', text: '' } })
  t.like(keyStroke('F12'), { key: { windowsVirtualKeyCode: 123 } })
})

test('every letter of a keyboard writes itself', t => {
  for (let code = 32; code < 127; code++) {
    const letter = String.fromCharCode(code)
    t.is(keyOf(letter)?.text, letter)
  }
  t.is(keyOf('é'), null)
})

test('keys that are not there are refused by name', t => {
  for (const [text, name] of [
    ['Foo', 'Foo'],
    ['Control+Foo', 'Foo'],
    ['a+b', 'a'],
    ['', ''],
    ['é', 'é'],
  ] as const)
    t.is(String(t.throws(() => keyStroke(text))), `Error: Locator.press: Unknown key: "${name}"`)
})
