/** The goal as the player reads it. */
import { recordOf } from '../screen/state.ts'
import type { StoredFile } from '../tasks/data.ts'
import { settingSorts } from '../tasks/tables.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import type { Source, Predicate } from '../tasks/predicate.ts'
import { hintFor } from './hint.ts'
import { codeName, mailName, phoneName } from './names.ts'

/** Every word of a goal that is neither a name nor a label. */
export const goalWords = [
  ...['Task', 'turn', 'set', 'to', 'mail', 'about', 'with the phone of', 'with the code in', 'of', 'archive the mail'],
  ...['delete the mail', 'star the mail', 'move the file', 'from', 'rename the file', 'in', 'erase the file'],
  ...[
    'add the event',
    'on',
    'at',
    'move the event',
    'add the contact',
    'with',
    'change the phone of',
    'change the city of',
  ],
] as const

export const describeTask = (task: DeskTask): string =>
  `Task: ${predicatesOf(task)
    .map(predicate => predicateText(task, predicate) + hintFor(task, predicate))
    .join('; ')}.`

/** The goal alone, without hints. */
export const goalText = (task: DeskTask): string =>
  predicatesOf(task)
    .map(predicate => predicateText(task, predicate))
    .join('; ')

function predicateText(task: DeskTask, predicate: Predicate): string {
  const { files, events, contacts } = task.data
  switch (predicate.kind) {
    case 'set': {
      const { label, control } = settingSorts[predicate.setting]
      return control === 'checkbox' ? `turn ${label} ${predicate.value}` : `set ${label} to ${predicate.value}`
    }
    case 'send':
      return `mail ${predicate.to} about ${predicate.subject}${sourceText(task, predicate.source)}`
    case 'box':
      return `${predicate.box === 'archive' ? 'archive' : 'delete'} the mail ${mailText(task, predicate.mail)}`
    case 'star':
      return `star the mail ${mailText(task, predicate.mail)}`
    case 'move':
      return `move the file ${fileText('from', recordOf(files, predicate.file))} to ${predicate.folder}`
    case 'rename':
      return `rename the file ${fileText('in', recordOf(files, predicate.file))} to ${predicate.name}`
    case 'erase':
      return `erase the file ${fileText('in', recordOf(files, predicate.file))}`
    case 'schedule':
      return `add the event ${predicate.title} on ${predicate.day} at ${predicate.hour}`
    case 'postpone':
      return `move the event ${recordOf(events, predicate.event).title} to ${predicate.day}`
    case 'enter':
      return `add the contact ${predicate.name}${predicate.source === null ? ` with ${predicate.phone}` : sourceText(task, predicate.source)}`
    case 'update':
      return `change the ${predicate.field} of ${recordOf(contacts, predicate.contact).name} to ${predicate.value}`
  }
}

const mailText = ({ data }: DeskTask, id: number): string => mailName(recordOf(data.mails, id))

const fileText = (preposition: string, { name, folder }: StoredFile): string => `${name} ${preposition} ${folder}`

/** Where a text has to be looked up. */
function sourceText(task: DeskTask, source: Source | null): string {
  if (source === null) return ''
  if (source.kind === 'phone') return ` with the ${phoneName(recordOf(task.data.contacts, source.contact).name)}`
  return ` with the ${codeName(mailText(task, source.mail))}`
}
