/** Predicates over the final data of the desk: a task is won if all of its verifier hold, whichever way led there. */
import type { DeskData } from './data.ts'
import type { SettingName } from './tables.ts'

/** Where something that has to be written can be read. */
export type Source =
  | { readonly kind: 'phone'; readonly contact: number } /* in the open contact */
  | { readonly kind: 'code'; readonly mail: number } /* in the open mail */

export type Predicate =
  | { readonly kind: 'set'; readonly setting: SettingName; readonly value: string }
  | {
      readonly kind: 'send'
      readonly to: string
      readonly subject: string
      /** Any text will do if it is empty. */
      readonly text: string
      readonly source: Source | null
    }
  | { readonly kind: 'box'; readonly mail: number; readonly box: 'archive' | 'trash' }
  | { readonly kind: 'star'; readonly mail: number }
  | { readonly kind: 'move'; readonly file: number; readonly folder: string }
  | { readonly kind: 'rename'; readonly file: number; readonly name: string }
  | { readonly kind: 'erase'; readonly file: number }
  | { readonly kind: 'schedule'; readonly title: string; readonly day: string; readonly hour: string }
  | { readonly kind: 'postpone'; readonly event: number; readonly day: string }
  | { readonly kind: 'enter'; readonly name: string; readonly phone: string; readonly source: Source | null }
  | {
      readonly kind: 'update'
      readonly contact: number
      readonly field: 'phone' | 'city'
      readonly value: string
    }

/** Most predicates of one goal: plans are looked for in all orders of them. */
export const maxPredicates = 7

export const predicateKinds = [
  ...['set', 'send', 'box', 'star', 'move', 'rename', 'erase', 'schedule', 'postpone', 'enter', 'update'],
] as readonly Predicate['kind'][]

/** Whether the predicate holds. */
export function holds(predicate: Predicate, data: DeskData): boolean {
  switch (predicate.kind) {
    case 'set':
      return data.settings[predicate.setting] === predicate.value
    case 'send':
      return data.sent.some(
        ({ to, subject, text }) =>
          to === predicate.to && subject === predicate.subject && (predicate.text === '' || text === predicate.text),
      )
    case 'box':
      return data.mails.some(({ id, box }) => id === predicate.mail && box === predicate.box)
    case 'star':
      return data.mails.some(({ id, starred }) => id === predicate.mail && starred)
    case 'move':
      return data.files.some(({ id, folder }) => id === predicate.file && folder === predicate.folder)
    case 'rename':
      return data.files.some(({ id, name }) => id === predicate.file && name === predicate.name)
    case 'erase':
      return !data.files.some(({ id }) => id === predicate.file)
    case 'schedule':
      return data.events.some(
        ({ title, day, hour }) => title === predicate.title && day === predicate.day && hour === predicate.hour,
      )
    case 'postpone':
      return data.events.some(({ id, day }) => id === predicate.event && day === predicate.day)
    case 'enter':
      return data.contacts.some(({ name, phone }) => name === predicate.name && phone === predicate.phone)
    case 'update':
      return data.contacts.some(
        contact => contact.id === predicate.contact && contact[predicate.field] === predicate.value,
      )
  }
}

/** A predicate's subject: two predicates of one verifier never share one, so that neither undoes the other. */
export function concernOf(predicate: Predicate, homes: Readonly<Record<SettingName, string>>): string {
  switch (predicate.kind) {
    case 'set':
      return `page ${homes[predicate.setting]}`
    case 'send':
      return `mail to ${predicate.to}`
    case 'box':
    case 'star':
      return `mail ${predicate.mail}`
    case 'move':
    case 'rename':
    case 'erase':
      return `file ${predicate.file}`
    case 'schedule':
      return `event ${predicate.title}`
    case 'postpone':
      return `event ${predicate.event}`
    case 'enter':
      return `contact ${predicate.name}`
    case 'update':
      return `contact ${predicate.contact}`
  }
}

/** The text at the source; empty where there is nothing. */
export const textAt = (source: Source, { mails, contacts }: DeskData): string =>
  (source.kind === 'phone'
    ? contacts.find(({ id }) => id === source.contact)?.phone
    : mails.find(({ id }) => id === source.mail)?.code) ?? ''

/** What must not change until it is read: in the words of `concernOf`. */
export const sourceConcern = (source: Source): string =>
  source.kind === 'phone' ? `contact ${source.contact}` : `mail ${source.mail}`
