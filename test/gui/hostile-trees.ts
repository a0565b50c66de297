/** Trees of any shape with texts that would be markup, escapes or separators, were they not kept from it. */
import fc from 'fast-check'
import type { AccessibilityNode } from '../../src/gui/tree/accessibility-node.ts'
import { looks } from '../../src/gui/widgets/looks.ts'
import { anyText } from '../fixtures/any-text.ts'

const hostile = fc.constantFrom(
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'onmouseover='x", '</style><b>', '&lt;i&gt;'],
  ...['javascript:alert(1)', '<!--', ']]>', '\u001b[31m', '\u202e', '${x}', 'a\nb', '</pre></div>'],
)
export const hostileText = fc.oneof(hostile, anyText())

const property = fc.oneof(
  fc.tuple(fc.constantFrom('checked', 'selected', 'url', 'expanded'), fc.oneof(hostileText, fc.boolean())),
  fc.constantFrom(['focused', true] as const, ['disabled', true] as const),
)
const nodeOf = (children: fc.Arbitrary<readonly AccessibilityNode[]>): fc.Arbitrary<AccessibilityNode> =>
  fc.record({
    role: fc.oneof(fc.constantFrom(...looks.keys(), 'generic', 'InlineTextBox'), hostileText),
    name: fc.option(hostileText, { freq: 9 }),
    bid: fc.option(fc.nat(20).map(String)),
    value: fc.option(hostileText),
    properties: fc.array(property, { maxLength: 2 }),
    clickable: fc.boolean(),
    children,
  })
const some = (child: fc.Arbitrary<AccessibilityNode>) => fc.array(child, { maxLength: 4 })

export const hostileTree: fc.Arbitrary<AccessibilityNode> = nodeOf(
  some(nodeOf(some(nodeOf(some(nodeOf(fc.constant([]))))))),
)
