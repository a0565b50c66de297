/** A game by hand: what each step is called, and why. */
import test from 'ava'
import fc from 'fast-check'
import { beginDesk } from '../../../../environments/desk/kernel/play.ts'
import { labelDeskStep } from '../../../../environments/desk/expert/label.ts'
import { desk } from '../../../../environments/desk/index.ts'
import { holds, type Predicate } from '../../../../environments/desk/tasks/predicate.ts'
import { predicatesOf } from '../../../../environments/desk/tasks/task.ts'
import type { DeskState } from '../../../../environments/desk/screen/state.ts'
import { nth } from '../../../../src/math/nth.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { bidOn, doAll, doDeed, smallDesk, type Deed } from '../small-desk.ts'

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

const spoiling: readonly (readonly [name: string, goal: Predicate, before: readonly Deed[], deed: Deed])[] = [
  [
    'another mail is put away, which leads back to the list',
    { kind: 'box', mail: 1, box: 'archive' },
    [
      ['click', 'button', 'Mail'],
      ['click', 'button', 'Ann Lunch'],
    ],
    ['click', 'button', 'Archive it'],
  ],
  [
    'another file is erased, which leads back to its folder',
    { kind: 'rename', file: 0, name: 'Map' },
    [
      ['click', 'button', 'Files'],
      ['click', 'button', 'Taxes'],
      ['click', 'button', 'Notes'],
      ['click', 'button', 'More'],
      ['click', 'menuitem', 'Erase'],
    ],
    ['click', 'button', 'OK'],
  ],
]
for (const [name, goal, before, deed] of spoiling)
  test(`no step to the goal: ${name}`, t => {
    const state = doAll(beginDesk(smallDesk([goal]), 'changes').state, before)
    const [verb, role, element] = deed
    t.deepEqual(labelDeskStep(state, `${verb} ${bidOn(state, role, element)}`), {
      good: false,
      reason: 'wrong control',
    })
  })

test('a good step changes nothing that the goal does not ask for', t => {
  const world = desk({ dialect: 'names' })
  const granted = ({ task, data }: DeskState) => predicatesOf(task).filter(each => holds(each, data)).length
  fc.assert(
    fc.property(fc.nat(), seed => {
      const random = randomFrom(derive(rootKey(seed), 'walk'))
      let { state } = world.start(world.generate('train', random))
      for (let step = 0; step < 25; step += 1) {
        const some = world.admissible(state)
        const action = (random.uniform() < 0.4 ? world.expert(state) : null) ?? nth(some, random.integer(some.length))
        const { state: next, won } = world.step(state, action)
        if (world.label(state, action).good && granted(next) <= granted(state))
          t.deepEqual(next.data, state.data, action)
        if (won) return
        state = next
      }
    }),
    { numRuns: 60 },
  )
})
