/** Laws of the whole screen's text. */
import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../../../environments/desk/index.ts'
import { fullText } from '../../../../environments/desk/kernel/play.ts'
import { screenOf } from '../../../../environments/desk/kernel/screen.ts'
import { flatten } from '../../../../src/gui/tree/flatten.ts'
import { parseTree } from '../../../../src/gui/tree/parse-tree.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

const world = desk({ depths: ['middle'] })

/** Where random actions lead. */
const visited = fc
  .record({ seed: fc.nat(), choices: fc.array(fc.nat(), { maxLength: 20 }) })
  .map(({ seed, choices }) => {
    let { state } = world.start(world.generate('unseen', randomFrom(rootKey(seed))))
    for (const choice of choices) {
      const actions = world.admissible(state)
      state = world.step(state, actions[choice % actions.length] ?? '').state
    }
    return state
  })

test('desk: text, tree, text', t => {
  fc.assert(
    fc.property(visited, state => {
      const text = fullText(state)
      t.is(flatten(parseTree(text)), text)
    }),
    { numRuns: 20 },
  )
})

test('desk: every element has a key and a number of its own', t => {
  fc.assert(
    fc.property(visited, state => {
      const numbers = screenOf(state).elements.map(({ key }) => state.bids.numbers[key])
      t.false(numbers.includes(undefined))
      t.is(new Set(numbers).size, numbers.length)
    }),
    { numRuns: 20 },
  )
})
