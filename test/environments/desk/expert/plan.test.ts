/** Plans are as short as can be: held against a breadth-first search of the game. */
import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../../../environments/desk/index.ts'
import { beginDesk, playAction } from '../../../../environments/desk/kernel/play.ts'
import { depthNames, depths } from '../../../../environments/desk/generation/options.ts'
import { expertAction, labelDeskStep } from '../../../../environments/desk/expert/label.ts'
import { actionOf } from '../../../../environments/desk/expert/move.ts'
import { planDesk } from '../../../../environments/desk/expert/plan.ts'
import { pageKey, type DeskState } from '../../../../environments/desk/screen/state.ts'
import { isGranted, type DeskTask } from '../../../../environments/desk/tasks/task.ts'
import type { Predicate } from '../../../../environments/desk/tasks/predicate.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { doAll, smallDesk, type Deed } from '../small-desk.ts'

/** Two states with the same of this lead to the same: what was told, which number is whose and what was looked at do not matter. */
const essence = ({ data, spot, open, top, drafts, read }: DeskState): string => {
  const texts = read.filter(each => !each.startsWith(pageKey(''))).sort()
  return JSON.stringify([data, spot, open, top, Object.entries(drafts).sort(), texts])
}

/** Least number of admissible actions to the goal, `reads` having been read; `null` if there are more than `most`. */
function searched(from: DeskState, reads: readonly string[], most: number): number | null {
  const world = desk()
  const isDone = (state: DeskState) =>
    isGranted(state.task, state.data) && reads.every(each => state.read.includes(each))
  let frontier = [from]
  const seen = new Set([essence(from)])
  for (let depth = 0; depth <= most; depth += 1) {
    if (frontier.some(isDone)) return depth
    const next: DeskState[] = []
    for (const state of frontier)
      for (const action of world.admissible(state)) {
        const after = playAction(state, action, 'changes').state
        const key = essence(after)
        if (!seen.has(key)) {
          seen.add(key)
          next.push(after)
        }
      }
    frontier = next
  }
  return null
}

const toFile: readonly Deed[] = [
  ['click', 'button', 'Files'],
  ['click', 'button', 'Work'],
  ['click', 'button', 'Report'],
  ['click', 'button', 'More'],
]

/** Predicates, what was done before, and the steps that are left. */
const tables: readonly (readonly [
  name: string,
  predicates: readonly Predicate[],
  before: readonly Deed[],
  left: number,
])[] = [
  ['a star', [{ kind: 'star', mail: 1 }], [], 3],
  [
    'a star and a mail put away',
    [
      { kind: 'star', mail: 0 },
      { kind: 'box', mail: 1, box: 'trash' },
    ],
    [],
    5,
  ],
  ['a check box', [{ kind: 'set', setting: 'wifi', value: 'on' }], [], 4],
  ['a radio button', [{ kind: 'set', setting: 'textSize', value: 'Large' }], [['click', 'button', 'Settings']], 3],
  ['a choice', [{ kind: 'set', setting: 'volume', value: 'High' }], [], 4],
  ['a postponed event', [{ kind: 'postpone', event: 0, day: '15' }], [], 4],
  ['a new city', [{ kind: 'update', contact: 1, field: 'city', value: 'Paris' }], [], 5],
  ['an erased file', [{ kind: 'erase', file: 0 }], toFile, 2],
  [
    'a renamed file, in the wrong dialog',
    [{ kind: 'rename', file: 0, name: 'Map' }],
    [...toFile, ['click', 'menuitem', 'Move']],
    5,
  ],
  ['a moved file, its menu open', [{ kind: 'move', file: 0, folder: 'Taxes' }], toFile, 3],
  [
    'a mail half written',
    [{ kind: 'send', to: 'Ann', subject: 'Lease', text: '', source: null }],
    [
      ['click', 'button', 'Mail'],
      ['click', 'button', 'New mail'],
      ['fill', 'textbox', 'To', 'Lease'],
    ],
    3,
  ],
]
for (const [name, predicates, before, left] of tables) {
  test(`the plan is as short as a search finds: ${name}`, t => {
    const state = doAll(beginDesk(smallDesk(predicates), 'changes').state, before)
    t.is(planDesk(state).cost, left)
    t.is(searched(state, [], left), left)
  })
}

test('what has to be looked up is read first, in one visit', t => {
  const predicate: Predicate = { kind: 'enter', name: 'Emma', phone: '501', source: { kind: 'code', mail: 0 } }
  const { state } = beginDesk(smallDesk([predicate]), 'changes')
  t.is(planDesk(state).cost, 7)
  const read = doAll(state, [
    ['click', 'button', 'Mail'],
    ['click', 'button', 'Ann Lunch'],
  ])
  t.deepEqual(read.read, ['code 0'])
  t.is(planDesk(read).cost, 5)
})

test('out of reach: no plan, no next step, and nothing is good', t => {
  const task = smallDesk([{ kind: 'rename', file: 0, name: 'Map' }])
  const state = doAll(beginDesk(task, 'changes').state, [
    ...toFile,
    ['click', 'menuitem', 'Erase'],
    ['click', 'button', 'OK'],
  ])
  t.is(planDesk(state).cost, Infinity)
  t.is(expertAction(state, 'words'), null)
  for (const action of desk().admissible(state)) t.false(labelDeskStep(state, action).good)
})

const generated = fc.record({ seed: fc.nat(), depth: fc.constantFrom(...depthNames) })

test('plans have the depth that was asked for, get shorter by each of their steps, and win', t => {
  fc.assert(
    fc.property(generated, ({ seed, depth }) => {
      const world = desk({ depths: [depth] })
      const task: DeskTask = world.generate('unseen', randomFrom(rootKey(seed)))
      let { state } = world.start(task)
      let { cost } = planDesk(state)
      const [least, most] = depths[depth]
      t.true(least <= cost && cost <= most)
      for (let won = false; !won;) {
        const { next } = planDesk(state)
        const action = next === null ? '' : actionOf(state, next, 'words')
        t.true(world.label(state, action).good)
        ;({ state, won } = world.step(state, action))
        const left = planDesk(state).cost
        t.true(left < cost)
        cost = left
      }
      t.is(cost, 0)
    }),
    { numRuns: 15 },
  )
})
