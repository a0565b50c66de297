/** Texts of accessibility trees: what real BrowserGym recorded, laws, and a worked example. */
import test from 'ava'
import fc from 'fast-check'
import type { AccessibilityNode } from '../../src/gui/tree/accessibility-node.ts'
import { flatten } from '../../src/gui/tree/flatten.ts'
import { parseTree } from '../../src/gui/tree/parse-tree.ts'
import { recordedEpisodes } from './episodes.ts'
import { anyText } from '../fixtures/any-text.ts'

const everything = { generic: 'all', repeatedText: true } as const
/** A name of white space alone is printed empty: whether the parent's holds it cannot be told from the text. */
const withoutBlanks = (text: string): string =>
  text
    .split('\n')
    .filter(line => !line.endsWith("\tStaticText ''"))
    .join('\n')

test('every recorded text is printed again from the tree that is read from it', t => {
  const steps = recordedEpisodes().flatMap(({ steps }) => steps)
  for (const { axtree, axtreeGeneric } of steps) {
    t.is(flatten(parseTree(axtree), everything), axtree)
    t.is(flatten(parseTree(axtreeGeneric), everything), axtreeGeneric)
    t.is(withoutBlanks(flatten(parseTree(axtreeGeneric))), withoutBlanks(axtree))
  }
  t.log(steps.length === 0 ? 'no recordings beside the project: nothing to compare with' : `${steps.length} screens`)
  t.pass()
})

const value = fc.oneof(
  anyText(),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !Object.is(number, -0)),
)
const property = fc.oneof(
  fc.tuple(fc.constantFrom('checked', 'url', 'expanded'), value),
  fc.constantFrom(['focused', true] as const, ['required', true] as const),
)
const treeOf = (children: fc.Arbitrary<readonly AccessibilityNode[]>): fc.Arbitrary<AccessibilityNode> =>
  fc.record({
    role: fc.constantFrom('RootWebArea', 'button', 'textbox', 'generic', 'graphics-document'),
    name: anyText().map(text => text.trim()),
    bid: fc.option(fc.stringMatching(/^[a-z]?\d+$/)),
    value: fc.option(value),
    properties: fc.array(property, { maxLength: 3 }),
    clickable: fc.constant(false),
    children,
  })
const some = (child: fc.Arbitrary<AccessibilityNode>) => fc.array(child, { maxLength: 3 })
const node = treeOf(some(treeOf(some(treeOf(fc.constant([]))))))

test('a tree of which everything is printed is read as it was', t => {
  fc.assert(fc.property(node, tree => void t.deepEqual(parseTree(flatten(tree, everything)), tree)))
})

const leaf = (role: string, name: string | null, rest: Partial<AccessibilityNode> = {}): AccessibilityNode => ({
  ...{ role, name, bid: null, value: null, properties: [], clickable: false, children: [] },
  ...rest,
})
const page = leaf('RootWebArea', 'Shop', {
  properties: [
    ['focused', true],
    ['url', 'file:///shop.html'],
  ],
  children: [
    leaf('none', null, {
      children: [
        leaf('generic', '', { bid: '4', clickable: true, children: [leaf('StaticText', 'More')] }),
        leaf('generic', '', { bid: '5', children: [leaf('LineBreak', '\n'), leaf('InlineTextBox', '')] }),
        leaf('generic', '', {
          bid: '6',
          properties: [
            ['level', 2],
            ['expanded', false],
          ],
        }),
      ],
    }),
    leaf('button', ' Buy "it" ', {
      bid: '7',
      properties: [
        ['invalid', 'false'],
        ['focused', false],
        ['required', true],
      ],
      children: [leaf('StaticText', 'Buy'), leaf('StaticText', ' now ')],
    }),
    leaf('textbox', "Ann's", { bid: '8', value: 'a\tb' }),
  ],
})

test('a worked example: by default, with everything, and with what can be clicked', t => {
  const lines = (text: string) => text.trim().replace(/^ +/gm, spaces => '\t'.repeat(spaces.length / 6 - 1))
  t.is(
    flatten(page),
    lines(`
      RootWebArea 'Shop', focused, url='file:///shop.html'
            StaticText 'More'
            [6] generic, expanded=False
            [7] button 'Buy "it"', required
                  StaticText 'now'
            [8] textbox "Ann's" value='a\\tb'`),
  )
  t.is(
    flatten(page, { generic: 'clickable' }),
    lines(`
      RootWebArea 'Shop', focused, url='file:///shop.html'
            [4] generic
                  StaticText 'More'
            [6] generic, expanded=False
            [7] button 'Buy "it"', required
                  StaticText 'now'
            [8] textbox "Ann's" value='a\\tb'`),
  )
  t.is(
    flatten(page, everything),
    lines(`
      RootWebArea 'Shop', focused, url='file:///shop.html'
            [4] generic
                  StaticText 'More'
            [5] generic
            [6] generic, expanded=False
            [7] button 'Buy "it"', required
                  StaticText 'Buy'
                  StaticText 'now'
            [8] textbox "Ann's" value='a\\tb'`),
  )
})

test('a line of another form is refused, and so is one that is too deep', t => {
  for (const text of ['', '\tbutton', "button 'a'\n\t\tlink 'b'", "button 'a', ", "button 'a", "button 'a'\nlink 'b'"])
    t.throws(() => parseTree(text), { instanceOf: RangeError, message: /^a line of an accessibility tree/ }, text)
})
