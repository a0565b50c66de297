/** Elements keep their numbers; new ones continue the count. */
import test from 'ava'
import { noBids, numberElements } from '../../src/gui/tree/bids.ts'

const element = (key: string, tag = 'div') => ({ key, tag })

test('a worked example', t => {
  const first = numberElements(noBids, [
    element('root', 'html'),
    element('icon', 'svg'),
    element('line', 'path'),
    element('b'),
  ])
  t.deepEqual(first, { numbers: { root: 0, icon: 1, b: 2 }, next: 3 })
  const second = numberElements(first, [element('root', 'html'), element('new'), element('b')])
  t.deepEqual(second, { numbers: { root: 0, new: 3, b: 2 }, next: 4 }, 'svg is gone')
  t.deepEqual(
    numberElements(second, [element('icon', 'svg')]),
    { numbers: { icon: 4 }, next: 5 },
    'what comes back is new',
  )
})
