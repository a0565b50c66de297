/** What pages look like: laws of every tree, a worked screen, what is marked, and what is refused. */
import test from 'ava'
import fc from 'fast-check'
import type { AccessibilityNode } from '../../src/gui/tree/accessibility-node.ts'
import { actionMarks } from '../../src/gui/widgets/action-marks.ts'
import { labelToShow } from '../../src/gui/widgets/label-to-show.ts'
import { looks, unseenRoles } from '../../src/gui/widgets/looks.ts'
import { readWidgets } from '../../src/gui/widgets/read-widgets.ts'
import { maxWidgets, widgetTree } from '../../src/gui/widgets/widget-tree.ts'
import type { Widget } from '../../src/gui/widgets/widget.ts'
import { recordedEpisodes } from './episodes.ts'
import { hostileText, hostileTree } from './hostile-trees.ts'

/** The drawing of a text that is a tree. */
function drawn(text: string): Widget {
  const widgets = readWidgets(text)
  if (widgets === null) throw new RangeError('the text is no tree')
  return widgets.root
}
const allOf = (widget: Widget): readonly Widget[] => [widget, ...widget.children.flatMap(allOf)]
const nodesOf = (node: AccessibilityNode): readonly AccessibilityNode[] => [node, ...node.children.flatMap(nodesOf)]

test('no tree has more widgets than nodes, and each says what its node says', t => {
  fc.assert(
    fc.property(hostileTree, tree => {
      const { root, omitted } = widgetTree(tree)
      const nodes = nodesOf(tree)
      t.true(allOf(root).length <= nodes.length)
      t.is(omitted, 0)
      for (const { bid, label } of allOf(root))
        t.true(nodes.some(node => node.bid === bid && (node.name ?? '').trim() === label))
    }),
  )
})

const fieldRoles = new Set([...looks].flatMap(([role, look]) => (look === 'field' || look === 'select' ? [role] : [])))

test('what can be acted on is drawn, except for what is in a field', t => {
  const reachable = (node: AccessibilityNode): readonly AccessibilityNode[] =>
    unseenRoles.has(node.role)
      ? []
      : [node, ...(fieldRoles.has(node.role) && node.name !== null ? [] : node.children.flatMap(reachable))]
  fc.assert(
    fc.property(hostileTree, tree => {
      const bids = new Set(allOf(widgetTree(tree).root).map(({ bid }) => bid))
      const wanted = tree.children.flatMap(reachable).filter(({ name, role }) => name !== null && role !== 'StaticText')
      for (const { role, bid } of wanted) t.true(looks.get(role) === 'text' || bids.has(bid), `${role} ${String(bid)}`)
    }),
  )
})

test('every recorded page is drawn whole', t => {
  const trees = recordedEpisodes().flatMap(({ steps }) => steps.map(({ axtreeGeneric }) => axtreeGeneric))
  for (const tree of trees) t.is(readWidgets(tree)?.omitted, 0)
  t.log(trees.length === 0 ? 'no recordings beside the project: nothing was drawn' : `${trees.length} screens`)
  t.pass()
})

const form = `RootWebArea 'Desk', focused
	[3] navigation 'Applications'
		[4] button 'Mail', focused
	[9] main ''
		[10] heading 'New event'
		[18] textbox 'Title' value='Market'
			StaticText 'Market'
		[19] combobox 'Hour' value='9:00', hasPopup='menu', expanded=False
			MenuListPopup ''
				[20] option '9:00', selected=True
		[37] checkbox 'Dark mode', checked='true'
		[38] radio 'Low', checked='false'
		[12] group ''
			[13] button 'Lecture 11'
		[50] generic ''
			StaticText 'More'`

test('a form, worked by hand', t => {
  const seen = allOf(drawn(form)).map(({ look, bid, label, value, on }) => [look, bid, label, value, on])
  t.deepEqual(seen, [
    ['page', null, 'Desk', '', null],
    ['toolbar', '3', 'Applications', '', null],
    ['button', '4', 'Mail', '', null],
    ['region', '9', '', '', null],
    ['heading', '10', 'New event', '', null],
    ['field', '18', 'Title', 'Market', null],
    ['select', '19', 'Hour', '9:00', null],
    ['check-box', '37', 'Dark mode', '', true],
    ['radio-button', '38', 'Low', '', false],
    ['list', '12', '', '', null],
    ['button', '13', 'Lecture 11', '', null],
    ['clickable', '50', '', '', null],
    ['text', null, 'More', '', null],
  ])
})

test('the text that a check box is labelled by stands once', t => {
  const label = "RootWebArea ''\n\t[1] LabelText ''\n\t\t[2] checkbox 'Gift', checked='false'\n\t\tStaticText 'Gift'"
  t.deepEqual(
    allOf(drawn(label)).map(({ look }) => look),
    ['page', 'paragraph', 'check-box'],
  )
})

test('a label is left out where what the widget holds says it', t => {
  const shown = (text: string) => drawn(`RootWebArea ''\n\t${text}`).children.map(labelToShow)[0]
  t.is(shown("[1] button 'Save'"), 'Save')
  t.is(shown("[1] cell 'Ann Lee'\n\t\t[2] link 'Ann Lee'"), '')
  t.is(shown("[1] cell 'by Ann'\n\t\t[2] link 'Ann'"), 'by Ann')
  t.is(shown("[1] navigation 'Applications'"), '')
})

test('marks say what was done to which element', t => {
  const marks = (calls: string) => [...actionMarks(calls)].map(([bid, { verb, given }]) => [bid, verb, given])
  t.deepEqual(marks("click('4')"), [['4', 'click', null]])
  t.deepEqual(marks("fill('18', 'Ann <b>')"), [['18', 'type', 'Ann <b>']])
  t.deepEqual(marks("select_option('19', ['a', 'b'])"), [['19', 'choose', 'a, b']])
  t.deepEqual(marks("fill('1', 'x') press('1', 'Enter')"), [['1', 'press', 'Enter']])
  t.deepEqual(marks("click('a3', 'right') clear('2') drag_and_drop('5', '6')"), [
    ['a3', 'right click', null],
    ['2', 'clear', ''],
    ['5', 'drag', null],
    ['6', 'drop', null],
  ])
  t.deepEqual(marks('scroll(0, 200)'), [])
  t.deepEqual(marks('dance on the ceiling'), [])
})

test('calls of any text leave marks or none', t => {
  fc.assert(fc.property(hostileText, text => t.notThrows(() => actionMarks(text))))
})

test('what is no tree is not drawn, and of a tree that is too large a part', t => {
  t.is(readWidgets('You see a door.'), null)
  t.is(readWidgets(''), null)
  t.is(readWidgets(`RootWebArea '${'x'.repeat(300_000)}'`), null)
  const wide = `RootWebArea ''${"\n\tbutton 'a'".repeat(1000)}`
  t.is(allOf(drawn(wide)).length, maxWidgets)
  t.is(readWidgets(wide)?.omitted, 1001 - maxWidgets)
  const levels = Array.from({ length: 400 }, (_, level) => `${'\t'.repeat(level)}button 'a'`).join('\n')
  t.is(readWidgets(levels)?.omitted, 1)
})
