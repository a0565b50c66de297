/** A game by hand: what each step is called, and why. */
import test from 'ava'
import { beginDesk } from '../../../../environments/desk/kernel/play.ts'
import { labelDeskStep } from '../../../../environments/desk/expert/label.ts'
import { bidOn, doDeed, smallDesk, type Deed } from '../small-desk.ts'

test('the way of somebody who errs', t => {
  const way: readonly (readonly [Deed, string])[] = [
    [['click', 'button', 'Calendar'], '- wrong application'],
    [['click', 'button', 'Mail'], '+ nearer to the goal'],
    [['click', 'tab', 'Trash'], '- wrong screen'],
    [['click', 'button', 'New mail'], '+ nearer to the goal'],
    [['fill', 'textbox', 'To', 'Bob'], '- wrong value'],
    [['fill', 'textbox', 'Subject', 'Ann'], '- wrong control'],
    [['fill', 'textbox', 'To', 'Ann'], '+ nearer to the goal'],
    [['fill', 'textbox', 'To', 'Ann'], '- nothing happened'],
    [['hover', 'textbox', 'To'], '- nothing happened'],
    [['select_option', 'textbox', 'To', 'Ann'], '- cannot be done'],
    [['click', 'button', 'Files'], '- unsaved changes lost'],
    [['click', 'button', 'Mail'], '+ nearer to the goal'],
    [['click', 'button', 'New mail'], '+ nearer to the goal'],
    [['fill', 'textbox', 'To', 'Ann'], '+ nearer to the goal'],
    [['fill', 'textbox', 'Subject', 'Lease'], '+ nearer to the goal'],
    [['press', 'textbox', 'Text', 'Enter'], '+ nearer to the goal'],
  ]
  let { state } = beginDesk(
    smallDesk([{ kind: 'send', to: 'Ann', subject: 'Lease', text: '', source: null }]),
    'changes',
  )
  for (const [deed, expected] of way) {
    const [verb, role, name, value] = deed
    const action = [verb, bidOn(state, role, name), ...(value === undefined ? [] : [value])].join(' ')
    const { good, reason } = labelDeskStep(state, action)
    t.is(`${good ? '+' : '-'} ${reason}`, expected, deed.join(' '))
    state = doDeed(state, deed).state
  }
})
