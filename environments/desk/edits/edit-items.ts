/** Edits of what else is on the desk. */
import type { Random } from '../../../src/math/random.ts'
import { addMails, isThere, newContact, newEvent, newFile } from '../generation/initial-data.ts'
import { recordOf } from '../screen/state.ts'
import { freshId, listNames, type DeskData, type ListName, type Mail } from '../tasks/data.ts'
import { eventTitles, fileNames, people, subjects } from '../tasks/tables.ts'
import type { DeskTask } from '../tasks/task.ts'
import { sourceConcern, concernOf } from '../tasks/predicate.ts'
import type { DeskChange } from './edit-goal.ts'

/** Records that one edit adds or takes away. */
const itemsChanged = 4
/** Longest list: as long as the shortest table has names for, and three screens of it. */
const longestList = 12

/** More in front of a list that a predicate is about, so that it may have to be scrolled. */
export function addItems(task: DeskTask, random: Random): DeskChange | null {
  const { data } = task
  const lists = listNames.filter(name => used(task, name).size > 0 && data[name].length + itemsChanged <= longestList)
  if (lists.length === 0) return null
  return { task: { ...task, data: added(task, random.pick(lists), random) }, reason: 'There is more to look through.' }
}

function added(task: DeskTask, list: ListName, random: Random): DeskData {
  const { data } = task
  const fresh = (names: readonly string[], taken: readonly string[]): readonly string[] =>
    random.shuffle(names.filter(name => !taken.includes(name))).slice(0, itemsChanged)
  switch (list) {
    case 'mails':
      return { ...data, mails: addMails(data.mails, itemsChanged, random) }
    case 'files': {
      const [target = -1] = used(task, 'files')
      const { folder } = recordOf(data.files, target)
      const names = fresh(
        fileNames,
        namesOf(
          task,
          'name',
          data.files.map(({ name }) => name),
        ),
      )
      const files = names.map((name, index) => newFile(freshId(data.files) + index, name, folder))
      return { ...data, files: [...files, ...data.files] }
    }
    case 'events': {
      const titles = fresh(
        eventTitles,
        namesOf(
          task,
          'title',
          data.events.map(({ title }) => title),
        ),
      )
      const events = titles.map((title, index) => newEvent(freshId(data.events) + index, title, random))
      return { ...data, events: [...events, ...data.events] }
    }
    case 'contacts': {
      const names = fresh(
        people,
        namesOf(
          task,
          'name',
          data.contacts.map(({ name }) => name),
        ),
      )
      const contacts = names.map((name, index) => newContact(freshId(data.contacts) + index, name, random))
      return { ...data, contacts: [...contacts, ...data.contacts] }
    }
  }
}

/** Names in use: existing ones, and those that a predicate of any verifier will add. */
const namesOf = (task: DeskTask, key: 'name' | 'title', there: readonly string[]): readonly string[] => [
  ...there,
  ...task.verifiers.flat().flatMap(predicate => {
    if (key === 'title') return predicate.kind === 'schedule' ? [predicate.title] : []
    return predicate.kind === 'enter' || predicate.kind === 'rename' ? [predicate.name] : []
  }),
]

/** Fewer items that no predicate is about. */
export function removeItems(task: DeskTask, random: Random): DeskChange | null {
  const spare = listNames.flatMap(list =>
    task.data[list].filter(({ id }) => !isUsed(task, list, id)).map(({ id }) => ({ list, id })),
  )
  if (spare.length === 0) return null
  const gone = random.shuffle(spare).slice(0, itemsChanged)
  return { task: { ...task, data: without(task.data, gone) }, reason: 'There is less to look through.' }
}

type Named = { readonly list: ListName; readonly id: number }

function without(data: DeskData, gone: readonly Named[]): DeskData {
  const isLeft = (list: ListName, id: number) => !gone.some(each => each.list === list && each.id === id)
  return {
    ...data,
    mails: data.mails.filter(({ id }) => isLeft('mails', id)),
    files: data.files.filter(({ id }) => isLeft('files', id)),
    events: data.events.filter(({ id }) => isLeft('events', id)),
    contacts: data.contacts.filter(({ id }) => isLeft('contacts', id)),
  }
}

/** For a mail that a predicate is about, adds one of the same sender and one of the same subject. */
export function addSimilarMails(task: DeskTask, random: Random): DeskChange | null {
  const { data } = task
  const [target] = used(task, 'mails')
  if (target === undefined || data.mails.length + 2 > longestList) return null
  const { from, subject } = recordOf(data.mails, target)
  const pairs = [
    { from, subject: random.pick<string>(subjects) },
    { from: random.pick<string>(people), subject },
  ].filter(pair => !isThere(data.mails, pair))
  if (pairs.length === 0) return null
  const mails = pairs.reduce<readonly Mail[]>(
    (all, pair) => [{ ...recordOf(data.mails, target), id: freshId(all), ...pair, starred: false }, ...all],
    data.mails,
  )
  return { task: { ...task, data: { ...data, mails } }, reason: 'Mails that are easily mistaken came in.' }
}

/** Removes items that can be mistaken for a predicate's mail. */
export function removeSimilarMails(task: DeskTask): DeskChange | null {
  const targets = [...used(task, 'mails')].map(id => recordOf(task.data.mails, id))
  const isSimilar = (mail: Mail) =>
    !isUsed(task, 'mails', mail.id) &&
    targets.some(({ from, subject }) => from === mail.from || subject === mail.subject)
  const gone = task.data.mails.filter(isSimilar).map(({ id }) => ({ list: 'mails' as const, id }))
  if (gone.length === 0) return null
  return { task: { ...task, data: without(task.data, gone) }, reason: 'Mails that were easily mistaken are gone.' }
}

const subjectNames: Readonly<Record<ListName, string>> = {
  mails: 'mail',
  files: 'file',
  events: 'event',
  contacts: 'contact',
}

const isUsed = (task: DeskTask, list: ListName, id: number): boolean => used(task, list).has(id)

/** Ids of the records of a list that the predicates of any verifier are about. */
function used({ verifiers, arrangement, data }: DeskTask, list: ListName): ReadonlySet<number> {
  const named = verifiers
    .flat()
    .flatMap(predicate => [
      concernOf(predicate, arrangement.homes),
      ...('source' in predicate && predicate.source !== null ? [sourceConcern(predicate.source)] : []),
    ])
  return new Set(data[list].map(({ id }) => id).filter(id => named.includes(`${subjectNames[list]} ${id}`)))
}
