/** Actions that call elements by their names. */
import test from 'ava'
import { desk } from '../../../../environments/desk/index.ts'
import { fromNames } from '../../../../environments/desk/kernel/from-names.ts'
import { beginDesk } from '../../../../environments/desk/kernel/play.ts'
import { bidOn, doAll, smallDesk } from '../small-desk.ts'

const begun = beginDesk(smallDesk([{ kind: 'star', mail: 1 }]), 'names').state
const composing = doAll(begun, [
  ['click', 'button', 'Mail'],
  ['click', 'button', 'New mail'],
])
const to = bidOn(composing, 'textbox', 'To')
const send = bidOn(composing, 'button', 'Send')

const cases: readonly (readonly [named: string, numbered: string])[] = [
  ['fill To Ann', `fill ${to} Ann`],
  [' fill  To Ann Lee ', `fill ${to} Ann Lee`],
  ['clear To', `clear ${to}`],
  ['press To Enter', `press ${to} Enter`],
  ['click Send', `click ${send}`],
  ['scroll down', 'scroll 0 200'],
  ['scroll up', 'scroll 0 -200'],
  ['click 12', 'click 12'],
  ["click('12')", "click('12')"],
  ['fill Send Ann', 'fill Send Ann'],
  ['click Archive it', 'click Archive it'],
  ['dance Send', 'dance Send'],
  ['scroll sideways', 'scroll sideways'],
]
for (const [named, numbered] of cases)
  test(`by name '${named}' is '${numbered}'`, t => t.is(fromNames(composing, named), numbered))

test('the longest name counts', t => {
  const inbox = doAll(begun, [['click', 'button', 'Mail']])
  t.is(fromNames(inbox, 'click Ann Lunch'), `click ${bidOn(inbox, 'button', 'Ann Lunch')}`)
})

test('long white space is read as fast as other text', t => {
  const text = `fill${' '.repeat(300_000)}To\nAnn`
  t.is(fromNames(composing, text), text)
})

test('by names a screen is told without numbers', t => {
  const world = desk({ dialect: 'names' })
  const { state } = world.start(smallDesk([{ kind: 'star', mail: 1 }]))
  t.is(world.expert(state), 'click Mail')
  t.is(
    world.step(state, 'click Files').observation,
    ["heading 'Folders'", "button 'Work'", "button 'Taxes'"].join('\n'),
  )
})
