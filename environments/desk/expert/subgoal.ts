/** A task's remaining work, each thing at its page. */
import { sourceKey, type DeskState, type Spot } from '../screen/state.ts'
import { hours, settingSorts, type SettingSort } from '../tasks/tables.ts'
import { predicatesOf } from '../tasks/task.ts'
import { holds, type Source, type Predicate } from '../tasks/predicate.ts'
import { chooseOption, click, fill, type Move } from './move.ts'
import { spotOf } from './route.ts'

/** Already on the page: drafts and open items. */
export type OnPage = Pick<DeskState, 'drafts' | 'open'>

export interface Subgoal {
  readonly at: Spot
  /** The page that it ends on. */
  readonly end: Spot
  readonly work: (page: OnPage) => readonly Move[]
  /** Index of the subgoal that has to come before; -1 for none. */
  readonly needs: number
}

/** The subgoals for every predicate that is open; `null` if one of them can no longer be granted. */
export function subgoalsOf(state: DeskState): readonly Subgoal[] | null {
  const subgoals: Subgoal[] = []
  for (const predicate of predicatesOf(state.task)) {
    if (holds(predicate, state.data)) continue
    const needs = unreadSource(state, predicate)
    if (needs !== null) subgoals.push({ at: needs, end: needs, work: () => [], needs: -1 })
    const subgoal = subgoalFor(state, predicate)
    if (subgoal === null) return null
    subgoals.push({ ...subgoal, needs: needs === null ? -1 : subgoals.length - 1 })
  }
  return subgoals
}

/** The page where a predicate's text can be read, if it has to be. */
function unreadSource({ read }: DeskState, predicate: Predicate): Spot | null {
  const source: Source | null = 'source' in predicate ? predicate.source : null
  if (source === null || read.includes(sourceKey(source))) return null
  return source.kind === 'phone' ? spotOf('contacts', 'open', source.contact) : spotOf('mail', 'open', source.mail)
}

function subgoalFor(state: DeskState, predicate: Predicate): Omit<Subgoal, 'needs'> | null {
  const { data } = state
  switch (predicate.kind) {
    case 'set': {
      const at = spotOf('settings', state.task.arrangement.homes[predicate.setting])
      return {
        at,
        end: spotOf('settings', 'all'),
        work: page => [...setting(state, predicate, page), click('settings/save')],
      }
    }
    case 'send': {
      const wanted: readonly WantedField[] = [
        ['mail/to', predicate.to, ''],
        ['mail/subject', predicate.subject, ''],
        ...(predicate.text === '' ? [] : [['mail/text', predicate.text, ''] as const]),
      ]
      return { at: spotOf('mail', 'new'), end: spotOf('mail', 'inbox'), work: formWork(wanted, 'mail/send') }
    }
    case 'box':
    case 'star': {
      const mail = data.mails.find(({ id }) => id === predicate.mail)
      if (mail === undefined) return null
      const at = spotOf('mail', 'open', mail.id)
      const name = predicate.kind === 'star' ? 'star' : predicate.box
      const work = ({ open }: OnPage) => [...command(state, 'mail', name, open)]
      return { at, end: predicate.kind === 'star' ? at : spotOf('mail', mail.box), work }
    }
    case 'move':
      return fileSubgoal(state, predicate.file, 'move', [['files/folder', predicate.folder, '']])
    case 'rename':
      return fileSubgoal(state, predicate.file, 'rename', [['files/name', predicate.name, '']])
    case 'erase':
      return fileSubgoal(state, predicate.file, 'erase', [])
    case 'schedule': {
      const wanted: readonly WantedField[] = [
        ['calendar/title', predicate.title, ''],
        ['calendar/day', predicate.day, ''],
        ['calendar/hour', predicate.hour, hours[0]],
      ]
      return { at: spotOf('calendar', 'new'), end: spotOf('calendar', 'list'), work: formWork(wanted, 'calendar/save') }
    }
    case 'postpone': {
      const event = data.events.find(({ id }) => id === predicate.event)
      if (event === undefined) return null
      const wanted: readonly WantedField[] = [['calendar/day', predicate.day, event.day]]
      const at = spotOf('calendar', 'open', event.id)
      return { at, end: spotOf('calendar', 'list'), work: formWork(wanted, 'calendar/save') }
    }
    case 'enter': {
      const wanted: readonly WantedField[] = [
        ['contacts/name', predicate.name, ''],
        ['contacts/phone', predicate.phone, ''],
      ]
      return { at: spotOf('contacts', 'new'), end: spotOf('contacts', 'list'), work: formWork(wanted, 'contacts/save') }
    }
    case 'update': {
      const contact = data.contacts.find(({ id }) => id === predicate.contact)
      if (contact === undefined) return null
      const wanted: readonly WantedField[] = [
        [`contacts/${predicate.field}`, predicate.value, contact[predicate.field]],
      ]
      return {
        at: spotOf('contacts', 'edit', contact.id),
        end: spotOf('contacts', 'open', contact.id),
        work: formWork(wanted, 'contacts/save'),
      }
    }
  }
}

/** A field, its wanted value, and its value while unchanged. */
type WantedField = readonly [key: string, wanted: string, saved: string]

/** Fields that are chosen from, not written in. */
const choices: readonly string[] = ['calendar/hour', 'files/folder']

const fieldMoves = (wanted: readonly WantedField[], { drafts }: OnPage): readonly Move[] =>
  wanted
    .filter(([key, value, saved]) => (drafts[key] ?? saved) !== value)
    .map(([key, value]) => (choices.includes(key) ? chooseOption(key, value) : fill(key, value)))

const formWork =
  (wanted: readonly WantedField[], submit: string) =>
  (page: OnPage): readonly Move[] => [...fieldMoves(wanted, page), click(submit)]

function setting({ data }: DeskState, predicate: Predicate & { kind: 'set' }, { drafts }: OnPage): readonly Move[] {
  const key = `settings/${predicate.setting}`
  if ((drafts[key] ?? data.settings[predicate.setting]) === predicate.value) return []
  const sort: SettingSort = settingSorts[predicate.setting]
  switch (sort.control) {
    case 'checkbox':
      return [click(key)]
    case 'radio':
      return [click(`${key} ${predicate.value}`)]
    case 'select':
      return [chooseOption(key, predicate.value)]
  }
}

/** Presses a command of an open record, in its menu if there is one. */
const command = (state: DeskState, app: 'mail' | 'files', name: string, open: string | null): readonly Move[] => [
  ...(state.task.arrangement.menus[app] && open !== 'menu' ? [click(`${app}/more`)] : []),
  click(`${app}/${name}`),
]

/** A dialog of an open file. */
function fileSubgoal(
  state: DeskState,
  id: number,
  name: 'move' | 'rename' | 'erase',
  wanted: readonly WantedField[],
): Omit<Subgoal, 'needs'> | null {
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
