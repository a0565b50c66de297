/** What is still to be done for a task, each thing at its own page. */
import type { DeskState, Spot } from '../screen/state.ts'
import { sourceKey } from '../screen/state.ts'
import { hours, settingSorts, type SettingSort } from '../tasks/tables.ts'
import { wishesOf } from '../tasks/task.ts'
import { holds, type Source, type Wish } from '../tasks/wish.ts'
import { chooseOption, click, fill, type Move } from './move.ts'
import { spotOf } from './route.ts'

/** What is on the page already: drafts, and what is open. */
export type OnPage = Pick<DeskState, 'drafts' | 'open'>

export interface Errand {
  readonly at: Spot
  /** The page that it ends on. */
  readonly end: Spot
  readonly work: (page: OnPage) => readonly Move[]
  /** Index of the errand that has to come before; -1 for none. */
  readonly needs: number
}

/** The errands for every wish that is open; `null` if one of them can no longer be granted. */
export function errandsOf(state: DeskState): readonly Errand[] | null {
  const errands: Errand[] = []
  for (const wish of wishesOf(state.task)) {
    if (holds(wish, state.data)) continue
    const needs = unreadSource(state, wish)
    if (needs !== null) errands.push({ at: needs, end: needs, work: () => [], needs: -1 })
    const errand = errandFor(state, wish)
    if (errand === null) return null
    errands.push({ ...errand, needs: needs === null ? -1 : errands.length - 1 })
  }
  return errands
}

/** The page where a wish's text can be read, if it has to be. */
function unreadSource({ read }: DeskState, wish: Wish): Spot | null {
  const source: Source | null = 'source' in wish ? wish.source : null
  if (source === null || read.includes(sourceKey(source))) return null
  return source.kind === 'phone' ? spotOf('contacts', 'open', source.contact) : spotOf('mail', 'open', source.mail)
}

function errandFor(state: DeskState, wish: Wish): Omit<Errand, 'needs'> | null {
  const { data } = state
  switch (wish.kind) {
    case 'set': {
      const at = spotOf('settings', state.task.arrangement.homes[wish.setting])
      return {
        at,
        end: spotOf('settings', 'all'),
        work: page => [...setting(state, wish, page), click('settings/save')],
      }
    }
    case 'send': {
      const wanted: readonly FieldWish[] = [
        ['mail/to', wish.to, ''],
        ['mail/subject', wish.subject, ''],
        ...(wish.text === '' ? [] : [['mail/text', wish.text, ''] as const]),
      ]
      return { at: spotOf('mail', 'new'), end: spotOf('mail', 'inbox'), work: formWork(wanted, 'mail/send') }
    }
    case 'box':
    case 'star': {
      const mail = data.mails.find(({ id }) => id === wish.mail)
      if (mail === undefined) return null
      const at = spotOf('mail', 'open', mail.id)
      const name = wish.kind === 'star' ? 'star' : wish.box
      const work = ({ open }: OnPage) => [...command(state, 'mail', name, open)]
      return { at, end: wish.kind === 'star' ? at : spotOf('mail', mail.box), work }
    }
    case 'move':
      return fileErrand(state, wish.file, 'move', [['files/folder', wish.folder, '']])
    case 'rename':
      return fileErrand(state, wish.file, 'rename', [['files/name', wish.name, '']])
    case 'erase':
      return fileErrand(state, wish.file, 'erase', [])
    case 'schedule': {
      const wanted: readonly FieldWish[] = [
        ['calendar/title', wish.title, ''],
        ['calendar/day', wish.day, ''],
        ['calendar/hour', wish.hour, hours[0]],
      ]
      return { at: spotOf('calendar', 'new'), end: spotOf('calendar', 'list'), work: formWork(wanted, 'calendar/save') }
    }
    case 'postpone': {
      const event = data.events.find(({ id }) => id === wish.event)
      if (event === undefined) return null
      const wanted: readonly FieldWish[] = [['calendar/day', wish.day, event.day]]
      const at = spotOf('calendar', 'open', event.id)
      return { at, end: spotOf('calendar', 'list'), work: formWork(wanted, 'calendar/save') }
    }
    case 'enter': {
      const wanted: readonly FieldWish[] = [
        ['contacts/name', wish.name, ''],
        ['contacts/phone', wish.phone, ''],
      ]
      return { at: spotOf('contacts', 'new'), end: spotOf('contacts', 'list'), work: formWork(wanted, 'contacts/save') }
    }
    case 'update': {
      const contact = data.contacts.find(({ id }) => id === wish.contact)
      if (contact === undefined) return null
      const wanted: readonly FieldWish[] = [[`contacts/${wish.field}`, wish.value, contact[wish.field]]]
      return {
        at: spotOf('contacts', 'edit', contact.id),
        end: spotOf('contacts', 'open', contact.id),
        work: formWork(wanted, 'contacts/save'),
      }
    }
  }
}

/** A field, what it should hold, and what it holds while it was not changed. */
type FieldWish = readonly [key: string, wanted: string, saved: string]

/** Fields that are chosen from, not written in. */
const choices: readonly string[] = ['calendar/hour', 'files/folder']

const fieldMoves = (wanted: readonly FieldWish[], { drafts }: OnPage): readonly Move[] =>
  wanted
    .filter(([key, value, saved]) => (drafts[key] ?? saved) !== value)
    .map(([key, value]) => (choices.includes(key) ? chooseOption(key, value) : fill(key, value)))

const formWork =
  (wanted: readonly FieldWish[], submit: string) =>
  (page: OnPage): readonly Move[] => [...fieldMoves(wanted, page), click(submit)]

function setting({ data }: DeskState, wish: Wish & { kind: 'set' }, { drafts }: OnPage): readonly Move[] {
  const key = `settings/${wish.setting}`
  if ((drafts[key] ?? data.settings[wish.setting]) === wish.value) return []
  const sort: SettingSort = settingSorts[wish.setting]
  switch (sort.control) {
    case 'checkbox':
      return [click(key)]
    case 'radio':
      return [click(`${key} ${wish.value}`)]
    case 'select':
      return [chooseOption(key, wish.value)]
  }
}

/** Presses what can be done with an open record, in its menu if there is one. */
const command = (state: DeskState, app: 'mail' | 'files', name: string, open: string | null): readonly Move[] => [
  ...(state.task.arrangement.menus[app] && open !== 'menu' ? [click(`${app}/more`)] : []),
  click(`${app}/${name}`),
]

/** A dialog of an open file. */
function fileErrand(
  state: DeskState,
  id: number,
  name: 'move' | 'rename' | 'erase',
  wanted: readonly FieldWish[],
): Omit<Errand, 'needs'> | null {
  const { files, folders } = state.data
  const file = files.find(each => each.id === id)
  if (file === undefined) return null
  const at = spotOf('files', 'open', id)
  const work = (page: OnPage): readonly Move[] => {
    if (page.open === name) return [...fieldMoves(wanted, page), click('files/ok')]
    const isOther = page.open !== null && page.open !== 'menu'
    const opened = command(state, 'files', name, isOther ? null : page.open)
    const inDialog = [...fieldMoves(wanted, { drafts: {}, open: name }), click('files/ok')]
    return [...(isOther ? [click('files/cancel')] : []), ...opened, ...inDialog]
  }
  return { at, end: name === 'erase' ? spotOf('files', 'folder', folders.indexOf(file.folder)) : at, work }
}
