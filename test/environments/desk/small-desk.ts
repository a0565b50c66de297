/** A desk made by hand: the common labels in the common order, few things on it. */
import type { DeskTask } from '../../../environments/desk/index.ts'
import { playAction, type Played } from '../../../environments/desk/kernel/play.ts'
import { screenOf } from '../../../environments/desk/kernel/screen.ts'
import type { DeskState } from '../../../environments/desk/screen/state.ts'
import { tableOf } from '../../../environments/desk/tasks/arrangement.ts'
import { appNames, forms, labelNames, settingNames, settingSorts } from '../../../environments/desk/tasks/tables.ts'
import type { Predicate } from '../../../environments/desk/tasks/predicate.ts'

export const smallDesk = (predicates: readonly Predicate[], change: Partial<DeskTask> = {}): DeskTask => ({
  arrangement: {
    apps: appNames,
    wording: tableOf(labelNames, () => 0),
    forms,
    menus: { mail: false, files: true },
    homes: tableOf(settingNames, name => settingSorts[name].pages[0]),
  },
  data: {
    mails: [
      { id: 0, from: 'Ann', subject: 'Lunch', code: '501', box: 'inbox', starred: false },
      { id: 1, from: 'Bob', subject: 'Lunch', code: '502', box: 'inbox', starred: false },
    ],
    sent: [],
    folders: ['Work', 'Taxes'],
    files: [
      { id: 0, name: 'Report', folder: 'Work' },
      { id: 1, name: 'Notes', folder: 'Taxes' },
    ],
    events: [{ id: 0, title: 'Dentist', day: '14', hour: '10:00' }],
    contacts: [
      { id: 0, name: 'Carla', phone: '510', city: 'Rome' },
      { id: 1, name: 'David', phone: '511', city: 'Oslo' },
    ],
    settings: tableOf(settingNames, name => settingSorts[name].values[0]),
  },
  verifiers: [predicates],
  verifier: 0,
  hint: 0,
  stepLimit: 40,
  ...change,
})

/** The number of the element that has this role and name now, as an action writes it. */
export function bidOn(state: DeskState, role: string, name: string): string {
  const element = screenOf(state).reachable.find(each => each.role === role && each.name === name)
  const number = element === undefined ? undefined : state.bids.numbers[element.key]
  if (number === undefined) throw new RangeError(`there is no ${role} ${name} on the screen`)
  return String(number)
}

/** One action on the element of a role and name, e.g. `['fill', 'textbox', 'To', 'Ann']`. */
export type Deed = readonly [verb: string, role: string, name: string, value?: string]

export function doDeed(state: DeskState, [verb, role, name, value]: Deed): Played {
  const action = [verb, bidOn(state, role, name), ...(value === undefined ? [] : [value])].join(' ')
  return playAction(state, action, 'changes')
}

export const doAll = (state: DeskState, deeds: readonly Deed[]): DeskState =>
  deeds.reduce((each, deed) => doDeed(each, deed).state, state)
