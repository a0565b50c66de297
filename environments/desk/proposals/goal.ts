/** A predicate as a language model writes it: by the names of records, where the task has their ids. */
import { nameAmong } from '../../../src/text/name-among.ts'
import { recordOf } from '../screen/state.ts'
import type { DeskData } from '../tasks/data.ts'
import type { Predicate, Source } from '../tasks/predicate.ts'
import { settingNames, settingSorts } from '../tasks/tables.ts'
import { codeName, mailName, phoneName } from '../wording/names.ts'
import { anyText, contactValues, writtenKinds, placeNamed, wordsOf, type WrittenKind } from './words.ts'

/** Plain data: a kind, and by field the goal's subject. */
type WrittenGoal = { readonly kind: WrittenKind } & Readonly<Record<string, string>>

export function writtenGoal(predicate: Predicate, data: DeskData): WrittenGoal {
  const { mails, files, events, contacts } = data
  switch (predicate.kind) {
    case 'set':
      return { kind: 'set', setting: settingSorts[predicate.setting].label, value: predicate.value }
    case 'send': {
      const { to, subject, text, source } = predicate
      return { kind: 'send', to, subject, text: source === null ? text || anyText : placeName(source, data) }
    }
    case 'box': {
      const mail = mailName(recordOf(mails, predicate.mail))
      return { kind: predicate.box === 'archive' ? 'archive' : 'delete', mail }
    }
    case 'star':
      return { kind: 'star', mail: mailName(recordOf(mails, predicate.mail)) }
    case 'move':
      return { kind: 'move', file: recordOf(files, predicate.file).name, folder: predicate.folder }
    case 'rename':
      return { kind: 'rename', file: recordOf(files, predicate.file).name, name: predicate.name }
    case 'erase':
      return { kind: 'erase', file: recordOf(files, predicate.file).name }
    case 'schedule':
      return { kind: 'schedule', title: predicate.title, day: predicate.day, hour: predicate.hour }
    case 'postpone':
      return { kind: 'postpone', event: recordOf(events, predicate.event).title, day: predicate.day }
    case 'enter': {
      const { name, phone, source } = predicate
      return { kind: 'enter', name, phone: source === null ? phone : placeName(source, data) }
    }
    case 'update': {
      const contact = recordOf(contacts, predicate.contact).name
      return { kind: 'update', contact, field: predicate.field, value: predicate.value }
    }
  }
}

const placeName = (source: Source, { contacts, mails }: DeskData): string =>
  source.kind === 'phone'
    ? phoneName(recordOf(contacts, source.contact).name)
    : codeName(mailName(recordOf(mails, source.mail)))

/**
 * @param its path, for messages, e.g. `proposal.goals[0]`.
 * @throws {RangeError} naming the field, the values possible on this desk, and the value found.
 */
export function predicateOf(where: string, found: unknown, data: DeskData): Predicate {
  const fields: Readonly<Record<string, unknown>> = typeof found === 'object' && found !== null ? { ...found } : {}
  const words = wordsOf(data)
  const possible = writtenKinds.filter(each => words[each] !== undefined)
  const kind = nameAmong(`${where}.kind`, possible, fields['kind'])
  const among = (name: string, allowed: readonly string[]): string =>
    nameAmong(`${where}.${name}`, allowed, fields[name])
  const said = (name: string): string => among(name, words[kind]?.[name] ?? [])
  const mail = (): number => named(data.mails, mailName, said('mail')).id
  const file = (): number => named(data.files, ({ name }) => name, said('file')).id
  switch (kind) {
    case 'set': {
      const setting = named(settingNames, name => settingSorts[name].label, said('setting'))
      return { kind, setting, value: among('value', settingSorts[setting].values) }
    }
    case 'send': {
      const { text, source } = placeNamed(said('text'), data) ?? { text: '', source: null }
      return { kind, to: said('to'), subject: said('subject'), text, source }
    }
    case 'archive':
    case 'delete':
      return { kind: 'box', mail: mail(), box: kind === 'archive' ? 'archive' : 'trash' }
    case 'star':
      return { kind, mail: mail() }
    case 'move':
      return { kind, file: file(), folder: said('folder') }
    case 'rename':
      return { kind, file: file(), name: said('name') }
    case 'erase':
      return { kind, file: file() }
    case 'schedule':
      return { kind, title: said('title'), day: said('day'), hour: said('hour') }
    case 'postpone':
      return { kind, event: named(data.events, ({ title }) => title, said('event')).id, day: said('day') }
    case 'enter': {
      const phone = said('phone')
      const { text, source } = placeNamed(phone, data) ?? { text: phone, source: null }
      return { kind, name: said('name'), phone: text, source }
    }
    case 'update': {
      const contact = named(data.contacts, ({ name }) => name, said('contact')).id
      const field = said('field') === 'phone' ? 'phone' : 'city'
      return { kind, contact, field, value: among('value', contactValues[field]) }
    }
  }
}

/** @throws {RangeError} if nothing is called so. */
function named<T>(all: readonly T[], nameOf: (each: T) => string, name: string): T {
  const found = all.find(each => nameOf(each) === name)
  if (found === undefined) throw new RangeError(`nothing is called ${name}`)
  return found
}
