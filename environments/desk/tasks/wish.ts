/** Predicates over the final data of the desk: a task is won if all of its verifier hold, whichever way led there. */
import type { DeskData } from './data.ts'
import type { SettingName } from './tables.ts'

/** Where something that has to be written can be read. */
export type Source =
  | { readonly kind: 'phone'; readonly contact: number } /* in the open contact */
  | { readonly kind: 'code'; readonly mail: number } /* in the open mail */

export type Wish =
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

export const wishKinds = [
  ...['set', 'send', 'box', 'star', 'move', 'rename', 'erase', 'schedule', 'postpone', 'enter', 'update'],
] as readonly Wish['kind'][]

/** Whether the data is as wished. */
export function holds(wish: Wish, data: DeskData): boolean {
  switch (wish.kind) {
    case 'set':
      return data.settings[wish.setting] === wish.value
    case 'send':
      return data.sent.some(
        ({ to, subject, text }) =>
          to === wish.to && subject === wish.subject && (wish.text === '' || text === wish.text),
      )
    case 'box':
      return data.mails.some(({ id, box }) => id === wish.mail && box === wish.box)
    case 'star':
      return data.mails.some(({ id, starred }) => id === wish.mail && starred)
    case 'move':
      return data.files.some(({ id, folder }) => id === wish.file && folder === wish.folder)
    case 'rename':
      return data.files.some(({ id, name }) => id === wish.file && name === wish.name)
    case 'erase':
      return !data.files.some(({ id }) => id === wish.file)
    case 'schedule':
      return data.events.some(({ title, day, hour }) => title === wish.title && day === wish.day && hour === wish.hour)
    case 'postpone':
      return data.events.some(({ id, day }) => id === wish.event && day === wish.day)
    case 'enter':
      return data.contacts.some(({ name, phone }) => name === wish.name && phone === wish.phone)
    case 'update':
      return data.contacts.some(contact => contact.id === wish.contact && contact[wish.field] === wish.value)
  }
}

/** What a wish is about: two wishes of one verifier are never about the same, so that neither undoes the other. */
export function concernOf(wish: Wish, homes: Readonly<Record<SettingName, string>>): string {
  switch (wish.kind) {
    case 'set':
      return `page ${homes[wish.setting]}`
    case 'send':
      return `mail to ${wish.to}`
    case 'box':
    case 'star':
      return `mail ${wish.mail}`
    case 'move':
    case 'rename':
    case 'erase':
      return `file ${wish.file}`
    case 'schedule':
      return `event ${wish.title}`
    case 'postpone':
      return `event ${wish.event}`
    case 'enter':
      return `contact ${wish.name}`
    case 'update':
      return `contact ${wish.contact}`
  }
}

/** What must not change until it is read: in the words of `concernOf`. */
export const sourceConcern = (source: Source): string =>
  source.kind === 'phone' ? `contact ${source.contact}` : `mail ${source.mail}`
