/** Screens told by names, and actions that call elements by them: on trees written by hand. */
import test from 'ava'
import fc from 'fast-check'
import { byNames } from '../../../environments/miniwob/names/by-names.ts'
import { parseTree } from '../../../src/gui/tree/parse-tree.ts'
import type { PageStatus } from '../../../environments/miniwob/play/live-page.ts'

const standing = (text: string, error = ''): PageStatus => ({
  screen: { root: parseTree(text), focused: '' },
  status: { reward: 0, done: false, url: '' },
  error,
  moved: false,
})

const login = (name: string) => `RootWebArea 'Login', focused
	[14] paragraph ''
		[15] LabelText ''
			StaticText 'Username'
		[16] textbox ''${name === '' ? '' : ` value='${name}'`}
	[17] checkbox 'Stay', checked='false'
	StaticText 'Stay'
	[20] button 'Log in'
	[21] button 'Log in'`

const goal = 'Enter "juan" and press Log in.'

test('a screen is told once, then what has changed; a field is called by the text before it', t => {
  const { tell } = byNames(goal, null)
  t.is(
    tell(standing(login(''))),
    [
      'Task: Enter "juan" and press Log in.',
      "textbox 'Username'",
      "checkbox 'Stay', checked='false'",
      "button 'Log in'",
      "button 'Log in 2'",
    ].join('\n'),
  )
  t.is(tell(standing(login('juan'))), "textbox 'Username' value='juan'")
  t.is(tell(standing(login('juan'), 'TimeoutError: too long')), 'TimeoutError')
  t.is(tell(standing(login('juan'))), 'Nothing changed.')
})

test('the longest name counts, in whatever letters; what names nothing is left as it is', t => {
  const { tell, call } = byNames(goal, null)
  tell(standing(login('')))
  t.is(call('fill username juan Lee'), "fill('16', 'juan Lee')")
  t.is(call('fill Username: -5'), "fill('16', '-5')")
  t.is(call('click LOG IN'), "click('20')")
  t.is(call('click log-in.'), "click('20')")
  t.is(call('click log in 2'), "click('21')")
  t.is(call('click Sign up'), 'click Sign up')
  t.is(call("click('20')"), "click('20')")
  t.is(call('scroll down'), 'scroll(0, 200)')
  t.is(call('noop'), 'noop()')
})

test('every element is called by a name of its own, also where names are alike, numbered or signs', t => {
  const name = fc.constantFrom('Ok', 'ok.', 'Ok 2', 'Ok #3', 'Ok !', '>', '<', '', 'button', 'button 2')
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), names => {
      const { tell, call } = byNames(goal, null)
      const lines = names.map((each, index) => `\t[${index}] button '${each}'`)
      const told = tell(standing(["RootWebArea 'Page', focused", ...lines].join('\n'))).split('\n')
      const called = told.flatMap(line => (line.startsWith('button ') ? [call(`click ${line.slice(8, -1)}`)] : []))
      t.deepEqual(
        called,
        names.map((_, index) => `click('${index}')`),
      )
    }),
  )
})

test('words that the vocabulary lacks are told as aliases, and read back', t => {
  const { tell, call } = byNames(goal, ['Task', 'Username', 'fill', 'click', 'textbox', '12', 'w0', '<end>'])
  t.is(
    tell(standing(login('')))
      .split('\n')
      .slice(0, 2)
      .join('; '),
    'Task: w0 "w1" w2 w3 w4 w5.; textbox \'Username\'',
  )
  t.is(call('fill Username w1'), "fill('16', 'juan')")
  t.is(call('click w4 w5 w9'), "click('20', 'w9')")
})
