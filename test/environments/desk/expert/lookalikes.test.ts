/** Labels and the expert go by what the player could know: held against every arrangement that would have looked the same. */
import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../../../environments/desk/index.ts'
import { areCompatible } from '../../../../environments/desk/generation/verifier.ts'
import { expertAction, labelDeskStep } from '../../../../environments/desk/expert/label.ts'
import { lookalikes } from '../../../../environments/desk/expert/lookalikes.ts'
import { planDesk } from '../../../../environments/desk/expert/plan.ts'
import type { DeskState } from '../../../../environments/desk/screen/state.ts'
import { settingNames, settingSorts } from '../../../../environments/desk/tasks/tables.ts'
import { predicatesOf, type DeskTask } from '../../../../environments/desk/tasks/task.ts'
import { beginDesk } from '../../../../environments/desk/kernel/play.ts'
import type { Predicate } from '../../../../environments/desk/tasks/predicate.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { doAll, doDeed, smallDesk, type Deed } from '../small-desk.ts'

const world = desk()

/** The task with each of the 1024 ways to spread the settings over their pages, where they can be asked for together. */
function rearranged(task: DeskTask): readonly DeskTask[] {
  return Array.from({ length: 2 ** settingNames.length }, (_, number) => {
    const homes = Object.fromEntries(
      settingNames.map((name, bit) => [name, settingSorts[name].pages[(number >> bit) & 1 ? 1 : 0]]),
    )
    const arrangement = { ...task.arrangement, homes: { ...task.arrangement.homes, ...homes } }
    return { ...task, arrangement }
  }).filter(each => areCompatible(each, predicatesOf(each)))
}

/** One state for each spread of the settings that the goal names: plans depend on no others. */
const oneForEachPlan = (states: readonly DeskState[]): readonly DeskState[] => {
  const wantedHomes = ({ task }: DeskState): string =>
    JSON.stringify(predicatesOf(task).map(each => (each.kind === 'set' ? task.arrangement.homes[each.setting] : null)))
  return [...new Map(states.map(state => [wantedHomes(state), state])).values()]
}

const settingTask = (seed: number): DeskTask => {
  const random = randomFrom(rootKey(seed))
  for (;;) {
    const task = world.generate('train', random)
    if (predicatesOf(task).some(({ kind }) => kind === 'set')) return task
  }
}

test('a step is good if and only if it makes the plan shorter on some desk that has looked the same so far', t => {
  const play = fc.record({ seed: fc.nat(), choices: fc.array(fc.nat(), { minLength: 3, maxLength: 9 }) })
  fc.assert(
    fc.property(play, ({ seed, choices }) => {
      const task = settingTask(seed)
      const begun = world.start(task)
      let { state } = begun
      let alike = rearranged(task).flatMap(each => {
        const other = world.start(each)
        return other.observation === begun.observation ? [other.state] : []
      })
      for (const choice of choices) {
        const clicks = world.admissible(state).filter(action => action.startsWith('click '))
        const expert = choice % 3 === 0 ? world.expert(state) : null
        const action = expert ?? clicks[choice % clicks.length] ?? ''
        const isNearer = (each: DeskState) => planDesk(world.step(each, action).state).cost < planDesk(each).cost
        t.is(labelDeskStep(state, action).good, oneForEachPlan(alike).some(isNearer), action)
        const next = world.step(state, action)
        if (next.won) return
        alike = alike.flatMap(each => {
          const other = world.step(each, action)
          return other.observation === next.observation ? [other.state] : []
        })
        state = next.state
      }
    }),
    { numRuns: 5 },
  )
})

test('the expert goes on where it could know to, and no step of it makes the plan longer', t => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      let { state } = world.start(settingTask(seed))
      for (let won = false; !won;) {
        const action = expertAction(state, 'words') ?? ''
        const { good, reason } = labelDeskStep(state, action)
        const next = world.step(state, action)
        t.true(good)
        t.true(planDesk(next.state).cost <= planDesk(state).cost - (reason === 'looks where it may be' ? 0 : 1))
        t.true(lookalikes(next.state).length <= lookalikes(state).length)
        ;({ state, won } = next)
      }
    }),
    { numRuns: 15 },
  )
})

const wifi: Predicate = { kind: 'set', setting: 'wifi', value: 'on' }
/** Wi-Fi is on the page General, where the expert does not look first. */
const hidden = (hint: DeskTask['hint'] = 0): DeskTask => {
  const task = smallDesk([wifi], { hint })
  return { ...task, arrangement: { ...task.arrangement, homes: { ...task.arrangement.homes, wifi: 'General' } } }
}
const open: Deed = ['click', 'button', 'Settings']

test('a page is looked at once, and one that cannot hold the setting never', t => {
  let { state } = beginDesk(hidden(), 'changes')
  const way: readonly (readonly [Deed, string])[] = [
    [open, '+ nearer to the goal'],
    [['click', 'tab', 'Sound'], '- wrong screen'],
    [['click', 'tab', 'Network'], '+ looks where it may be'],
    [['click', 'button', 'Settings'], '- wrong screen'],
    [['click', 'tab', 'Network'], '- wrong screen'],
    [['click', 'tab', 'General'], '+ nearer to the goal'],
  ]
  for (const [deed, expected] of way) {
    const after = doDeed(state, deed)
    const action = `click ${String(state.bids.numbers[keyOf(deed)])}`
    const { good, reason } = labelDeskStep(state, action)
    t.is(`${good ? '+' : '-'} ${reason}`, expected, deed.join(' '))
    state = after.state
  }
})

const keyOf = ([, role, name]: Deed): string => (role === 'tab' ? `settings/${name}` : 'bar/settings')

test('a hint that names the page leaves nothing in doubt', t => {
  t.is(lookalikes(doAll(beginDesk(hidden(), 'changes').state, [open])).length, 2)
  t.is(lookalikes(doAll(beginDesk(hidden(1), 'changes').state, [open])).length, 2)
  t.is(lookalikes(doAll(beginDesk(hidden(2), 'changes').state, [open])).length, 1)
})
