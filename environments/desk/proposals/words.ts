/** The words that a proposed goal may use on a desk. */
import type { JsonSchema } from '../../../src/contracts/models/json-schema.ts'
import type { DeskData } from '../tasks/data.ts'
import type { Source } from '../tasks/predicate.ts'
import {
  cities,
  codes,
  days,
  eventTitles,
  fileNames,
  hours,
  people,
  settingNames,
  settingSorts,
  subjects,
} from '../tasks/tables.ts'
import { codeName, mailName, phoneName } from '../wording/names.ts'

export const writtenKinds = [
  ...(['set', 'send', 'archive', 'delete', 'star', 'move', 'rename', 'erase'] as const),
  ...(['schedule', 'postpone', 'enter', 'update'] as const),
] as const
export type WrittenKind = (typeof writtenKinds)[number]

/** By field, each value that it may have. */
type GoalWords = Readonly<Record<string, readonly string[]>>

/** Says of a mail to be sent that its text does not matter. */
export const anyText = 'any'

/** Possible new values of a contact's fields. */
export const contactValues = { phone: codes, city: cities } as const

/**
 * By kind of goal; a kind that has nothing to be about on this desk is not there. Records whose names are not their own cannot be
 * named, and nothing new gets a name that is taken.
 */
export function wordsOf(data: DeskData): Readonly<Partial<Record<WrittenKind, GoalWords>>> {
  const mail = unique(data.mails.map(mailName))
  const files = data.files.map(({ name }) => name)
  const contacts = data.contacts.map(({ name }) => name)
  const [file, contact] = [unique(files), unique(contacts)]
  const titles = data.events.map(({ title }) => title)
  const inMails = mail.map(codeName)
  const words: Readonly<Record<WrittenKind, GoalWords>> = {
    set: {
      setting: settingNames.map(name => settingSorts[name].label),
      value: unequal(settingNames.flatMap(name => settingSorts[name].values)),
    },
    send: { to: people, subject: subjects, text: [anyText, ...contact.map(phoneName), ...inMails] },
    archive: { mail },
    delete: { mail },
    star: { mail },
    move: { file, folder: data.folders },
    rename: { file, name: without(fileNames, files) },
    erase: { file },
    schedule: { title: without(eventTitles, titles), day: days, hour: hours },
    postpone: { event: unique(titles), day: days },
    enter: { name: without(people, contacts), phone: [...codes, ...inMails] },
    update: { contact, field: Object.keys(contactValues), value: [...codes, ...cities] },
  }
  return Object.fromEntries(
    Object.entries(words).filter(([, fields]) => Object.values(fields).every(values => values.length > 0)),
  )
}

/** The form of one goal. */
export const goalSchema = (data: DeskData): JsonSchema => ({
  anyOf: Object.entries(wordsOf(data)).map(([kind, fields]) => ({
    type: 'object',
    properties: {
      kind: { const: kind },
      ...Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, { enum: values }])),
    },
    required: ['kind', ...Object.keys(fields)],
    additionalProperties: false,
  })),
})

/** Where a text named by a goal is to be read, and the text; `null` if it names no such place. */
export function placeNamed(
  text: string,
  { contacts, mails }: DeskData,
): { readonly text: string; readonly source: Source } | null {
  const contact = contacts.find(({ name }) => phoneName(name) === text)
  if (contact !== undefined) return { text: contact.phone, source: { kind: 'phone', contact: contact.id } }
  const mail = mails.find(each => codeName(mailName(each)) === text)
  return mail === undefined ? null : { text: mail.code, source: { kind: 'code', mail: mail.id } }
}

const unequal = (values: readonly string[]): readonly string[] => [...new Set(values)]

/** Those that occur once. */
const unique = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) === index && values.lastIndexOf(value) === index)

const without = (values: readonly string[], taken: readonly string[]): readonly string[] =>
  values.filter(value => !taken.includes(value))
