/** Actions in texts: what is understood, and how the rest is refused. */
import test from 'ava'
import { parseActions } from '../../src/gui/actions/parse-actions.ts'
import type { GuiActionName } from '../../src/gui/actions/gui-action.ts'
import { guiActions, isGuiActionName } from '../../src/gui/actions/gui-actions.ts'
import { recordedEpisodes } from './episodes.ts'

const all: readonly GuiActionName[] = Object.keys(guiActions).filter(isGuiActionName)
const parsed = (text: string, allowed = all) => {
  const { actions, fault } = parseActions(text, allowed)
  return { actions, fault: fault === null ? null : String(fault) }
}

test('a worked example of each', t => {
  const plain = { button: 'left', modifiers: [] }
  const examples: Record<string, unknown> = {
    "click('a51')": { kind: 'click', bid: 'a51', ...plain },
    'click(\'48\', button="middle", modifiers=["Shift"])': {
      kind: 'click',
      bid: '48',
      button: 'middle',
      modifiers: ['Shift'],
    },
    "dblclick('12', 'right')": { kind: 'dblclick', bid: '12', button: 'right', modifiers: [] },
    "hover('b8')": { kind: 'hover', bid: 'b8' },
    "focus('b455')": { kind: 'focus', bid: 'b455' },
    "clear('996')": { kind: 'clear', bid: '996' },
    'fill(\'45\', "multi-line\\nexample")': { kind: 'fill', bid: '45', value: 'multi-line\nexample', typeLast: false },
    "fill('b534', 'Montre', True)": { kind: 'fill', bid: 'b534', value: 'Montre', typeLast: true },
    "select_option('a48', 'blue')": { kind: 'select_option', bid: 'a48', options: ['blue'] },
    "select_option('c48', ['red', 'green'])": { kind: 'select_option', bid: 'c48', options: ['red', 'green'] },
    "press('88', 'Control+a')": { kind: 'press', bid: '88', keys: 'Control+a' },
    "drag_and_drop('56', '498')": { kind: 'drag_and_drop', from: '56', to: '498' },
    'scroll(-50.2, 100)': { kind: 'scroll', x: -50.2, y: 100 },
    'noop()': { kind: 'noop', waitMs: 1000 },
    'noop(500)': { kind: 'noop', waitMs: 500 },
    "send_msg_to_user('Done.')": { kind: 'send_msg_to_user', text: 'Done.' },
    "report_infeasible('No such field.')": { kind: 'report_infeasible', text: 'No such field.' },
    "goto('file:///a.html')": { kind: 'goto', url: 'file:///a.html' },
    'go_back()': { kind: 'go_back' },
    'go_forward()': { kind: 'go_forward' },
  }
  for (const [text, action] of Object.entries(examples))
    t.deepEqual(parsed(text), { actions: [action], fault: null }, text)
  t.deepEqual(
    [...new Set(Object.values(examples).map(action => (action as { kind: string }).kind))].sort(),
    [...all].sort(),
  )
})

test('the text around is skipped, and several actions follow each other', t => {
  const { actions, fault } = parsed("First the name: fill('3', 'Ann'), then `click('5')`. # click('6')")
  t.deepEqual([actions.map(({ kind }) => kind), fault], [['fill', 'click'], null])
})

test('a text is refused as a whole if it has no action, or one that does not exist here', t => {
  t.deepEqual(parsed('I am done.'), { actions: [], fault: 'ValueError: Received an empty action.' })
  t.deepEqual(parsed("click('1') submit('2')"), { actions: [], fault: "NameError: Invalid action type 'submit'." })
  t.deepEqual(parsed("click('1') goto('x')", ['click']), {
    actions: [],
    fault: "NameError: Invalid action type 'goto'.",
  })
})

test('a call that does not fit is refused when its turn comes', t => {
  const faults: Record<string, string> = {
    'click()': "TypeError: click() missing 1 required positional argument: 'bid'",
    'scroll()': "TypeError: scroll() missing 2 required positional arguments: 'delta_x' and 'delta_y'",
    "hover('1', '2')": 'TypeError: hover() takes 1 positional argument but 2 were given',
    "click('1', 'left', [], 4)": 'TypeError: click() takes from 1 to 3 positional arguments but 4 were given',
    "click('1', bid='2')": "TypeError: click() got multiple values for argument 'bid'",
    "click('1', key='2')": "TypeError: click() got an unexpected keyword argument 'key'",
    "click(bid='1', bid='2')": 'SyntaxError: keyword argument repeated: bid',
    'click(12)': 'ValueError: expected a string, got 12',
    'click(None)': 'ValueError: expected a string, got None',
    "fill('1', 5)": 'Error: Locator.fill: value: expected string, got number',
    "click('1', 'top')": 'Error: Locator.click: button: expected one of (left|right|middle), got string',
  }
  for (const [text, fault] of Object.entries(faults)) {
    t.deepEqual(parsed(text), { actions: [], fault }, text)
    t.is(parsed(`noop() ${text} noop()`).actions.length, 1, text)
  }
})

test('recorded actions are understood, or refused with the recorded error', t => {
  for (const { action, error } of recordedEpisodes().flatMap(({ steps }) => steps)) {
    if (action === null) continue
    const { actions, fault } = parsed(action)
    if (fault === null) t.is(actions.length, 1)
    else t.is(fault, error)
  }
  t.pass()
})
