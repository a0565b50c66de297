/** The goal as the player reads it. */
import { recordOf } from '../screen/state.ts'
import type { StoredFile } from '../tasks/data.ts'
import { settingSorts } from '../tasks/tables.ts'
import { wishesOf, type DeskTask } from '../tasks/task.ts'
import type { Source, Wish } from '../tasks/wish.ts'
import { hintFor } from './hint.ts'

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
  `Task: ${wishesOf(task)
    .map(wish => wishText(task, wish) + hintFor(task, wish))
    .join('; ')}.`

function wishText(task: DeskTask, wish: Wish): string {
  const { files, events, contacts } = task.data
  switch (wish.kind) {
    case 'set': {
      const { label, control } = settingSorts[wish.setting]
      return control === 'checkbox' ? `turn ${label} ${wish.value}` : `set ${label} to ${wish.value}`
    }
    case 'send':
      return `mail ${wish.to} about ${wish.subject}${sourceText(task, wish.source)}`
    case 'box':
      return `${wish.box === 'archive' ? 'archive' : 'delete'} the mail ${mailText(task, wish.mail)}`
    case 'star':
      return `star the mail ${mailText(task, wish.mail)}`
    case 'move':
      return `move the file ${fileText('from', recordOf(files, wish.file))} to ${wish.folder}`
    case 'rename':
      return `rename the file ${fileText('in', recordOf(files, wish.file))} to ${wish.name}`
    case 'erase':
      return `erase the file ${fileText('in', recordOf(files, wish.file))}`
    case 'schedule':
      return `add the event ${wish.title} on ${wish.day} at ${wish.hour}`
    case 'postpone':
      return `move the event ${recordOf(events, wish.event).title} to ${wish.day}`
    case 'enter':
      return `add the contact ${wish.name}${wish.source === null ? ` with ${wish.phone}` : sourceText(task, wish.source)}`
    case 'update':
      return `change the ${wish.field} of ${recordOf(contacts, wish.contact).name} to ${wish.value}`
  }
}

const mailText = ({ data }: DeskTask, id: number): string => {
  const { subject, from } = recordOf(data.mails, id)
  return `${subject} of ${from}`
}

const fileText = (preposition: string, { name, folder }: StoredFile): string => `${name} ${preposition} ${folder}`

/** Where a text has to be looked up. */
function sourceText(task: DeskTask, source: Source | null): string {
  if (source === null) return ''
  if (source.kind === 'phone') return ` with the phone of ${recordOf(task.data.contacts, source.contact).name}`
  return ` with the code in ${mailText(task, source.mail)}`
}
