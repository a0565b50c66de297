/** Edits of what else is on the desk. */
import type { Random } from '../../../src/math/random.ts'
import { addMails, isThere, newContact, newEvent, newFile } from '../generation/initial-data.ts'
import { recordOf } from '../screen/state.ts'
import { freshId, listNames, type DeskData, type ListName, type Mail } from '../tasks/data.ts'
import { codes, eventTitles, fileNames, people, subjects } from '../tasks/tables.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import { sourceConcern, concernOf } from '../tasks/predicate.ts'
import type { DeskChange } from './edit-goal.ts'

/** Records that one edit adds or takes away. */
const itemsChanged = 4
/** Longest list: as long as the shortest table has names for, and three screens of it. */
const longestList = 12

/** More in front of a list that a predicate is about, so that it may have to be scrolled. */
export function addItems(task: DeskTask, random: Random): DeskChange | null {
  const { data } = task
  const lists = listNames.filter(name => asked(task, name).size > 0 && data[name].length + itemsChanged <= longestList)
  if (lists.length === 0) return null
  return { task: { ...task, data: added(task, random.pick(lists), random) }, reason: 'There is more to look through.' }
}

function added(task: DeskTask, list: ListName, random: Random): DeskData {
  const { data } = task
  const taken = namesOf(task)
  const fresh = (names: readonly string[]): readonly (readonly [id: number, name: string])[] =>
    random
      .shuffle(names.filter(name => !taken.has(name)))
      .slice(0, itemsChanged)
      .map((name, index) => [freshId(data[list]) + index, name])
  switch (list) {
    case 'mails':
      return { ...data, mails: addMails(data.mails, itemsChanged, random) }
    case 'files': {
      const [target = -1] = asked(task, 'files')
      const { folder } = recordOf(data.files, target)
      return { ...data, files: [...fresh(fileNames).map(([id, name]) => newFile(id, name, folder)), ...data.files] }
    }
    case 'events':
      return {
        ...data,
        events: [...fresh(eventTitles).map(([id, title]) => newEvent(id, title, random)), ...data.events],
      }
    case 'contacts':
      return {
        ...data,
        contacts: [...fresh(people).map(([id, name]) => newContact(id, name, random)), ...data.contacts],
      }
  }
}

/** Names in use: existing ones, and those that a predicate of any verifier will add. */
const namesOf = ({ data, verifiers }: DeskTask): ReadonlySet<string> =>
  new Set([
    ...[...data.files, ...data.contacts].map(({ name }) => name),
    ...data.events.map(({ title }) => title),
    ...verifiers.flat().flatMap(each => ('name' in each ? [each.name] : 'title' in each ? [each.title] : [])),
  ])

/** Fewer items of the lists that a predicate is about, none of which any verifier needs. */
export function removeItems(task: DeskTask, random: Random): DeskChange | null {
  const spare = listNames
    .filter(list => asked(task, list).size > 0)
    .flatMap(list => task.data[list].filter(({ id }) => !isUsed(task, list, id)).map(({ id }) => ({ list, id })))
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

/** For a mail that a predicate is about, adds one of the same sender and one of the same subject, with codes of their own. */
export function addSimilarMails(task: DeskTask, random: Random): DeskChange | null {
  const { data } = task
  const [target] = asked(task, 'mails')
  if (target === undefined || data.mails.length + 2 > longestList) return null
  const like = recordOf(data.mails, target)
  const { from, subject } = like
  const pairs = [
    { from, subject: random.pick<string>(subjects) },
    { from: random.pick<string>(people), subject },
  ].filter(pair => !isThere(data.mails, pair))
  if (pairs.length === 0) return null
  const mails = pairs.reduce<readonly Mail[]>((all, pair) => {
    const code = random.pick(codes.filter(each => each !== like.code))
    return [{ ...like, id: freshId(all), ...pair, code, starred: false }, ...all]
  }, data.mails)
  return { task: { ...task, data: { ...data, mails } }, reason: 'Mails that are easily mistaken came in.' }
}

/** Removes items that can be mistaken for a predicate's mail. */
export function removeSimilarMails(task: DeskTask): DeskChange | null {
  const targets = [...asked(task, 'mails')].map(id => recordOf(task.data.mails, id))
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

const isUsed = (task: DeskTask, list: ListName, id: number): boolean =>
  task.verifiers.some((_, verifier) => asked({ ...task, verifier }, list).has(id))

/** Ids of the records of a list that the predicates of the verifier that counts are about. */
function asked(task: DeskTask, list: ListName): ReadonlySet<number> {
  const named = predicatesOf(task).flatMap(predicate => [
    concernOf(predicate, task.arrangement.homes),
    ...('source' in predicate && predicate.source !== null ? [sourceConcern(predicate.source)] : []),
  ])
  return new Set(task.data[list].map(({ id }) => id).filter(id => named.includes(`${subjectNames[list]} ${id}`)))
}
