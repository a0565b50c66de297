import fc from 'fast-check'
import type { HistoryItem } from '../../../src/gateway/history/item.ts'
import { anyText } from '../../fixtures/any-text.ts'

const text = fc.oneof(fc.constantFrom('', 'a', 'go\r\n', ' Zürich 🌧 '), anyText())
const id = fc.constantFrom('call_1', 'call_2', 'call_3')

export const anyHistory: fc.Arbitrary<readonly HistoryItem[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('user' as const), text }),
    fc.record({ kind: fc.constant('assistant' as const), text }),
    fc.record({ kind: fc.constant('call' as const), id, name: fc.constantFrom('look', 'go'), arguments: text }),
    fc.record({ kind: fc.constant('result' as const), id, text }),
    fc.record({ kind: fc.constant('image' as const), url: fc.constant('data:image/png;base64,AAAA') }),
  ),
  { maxLength: 12 },
)
