/** Experts of pages with fields to be filled. */
import type { AccessibilityNode } from '../../../src/gui/tree/accessibility-node.ts'
import {
  buttons,
  call,
  clicks,
  clickables,
  fillAll,
  nodesOf,
  goalParts,
  textIn,
  withRole,
  type Expert,
} from './screen.ts'

const textboxes = (screen: AccessibilityNode): readonly AccessibilityNode[] => withRole(screen, 'textbox', 'searchbox')

/** Fills the only field, and submits. */
const answering =
  (answer: (goal: string, screen: AccessibilityNode) => string | undefined): Expert =>
  (goal, screen) =>
    fillAll([[textboxes(screen)[0], answer(goal, screen)]], clicks(buttons(screen, 'Submit')))

const quoted = (goal: string): string | undefined => goalParts(goal, /"(.*?)"/)[0]

const cased = (goal: string): string | undefined =>
  goal.includes('upper case') ? quoted(goal)?.toUpperCase() : quoted(goal)?.toLowerCase()

/** `3rd` of things counted from 1. */
const ordinalIn = (goal: string): number => Number(goalParts(goal, /(\d+)(?:st|nd|rd|th)/)[0] ?? 1) - 1

const focusing: Expert = (goal, screen) => {
  const field = textboxes(screen)[ordinalIn(goal)]
  return field === undefined ? [] : [...call('focus', [field]), ...clicks([field])]
}

/** The value next to each label of a table. */
const tableOf = (screen: AccessibilityNode): ReadonlyMap<string, string> =>
  new Map(
    withRole(screen, 'row').map(row => {
      const [label, value] = withRole(row, 'cell', 'gridcell')
      return [label?.name?.trim() ?? '', value?.name?.trim() ?? ''] as const
    }),
  )

/** Fields with the last text before each: a label, or the head of a row. */
function labelledFields(screen: AccessibilityNode): readonly (readonly [label: string, field: AccessibilityNode])[] {
  let label = ''
  return nodesOf(screen).flatMap(node => {
    if ((node.role === 'StaticText' || node.role === 'rowheader') && node.name !== null) label = node.name.trim()
    return textboxes(node)[0] === node ? [[label, node] as const] : []
  })
}

const readTable: Expert = (_, screen) => {
  const table = tableOf(screen)
  const fields = labelledFields(screen).map(([label, field]) => [field, table.get(label.replace(/:$/, ''))] as const)
  return fillAll(fields, clicks(buttons(screen, 'Submit')))
}

const film: Expert = (goal, screen) => {
  const [genre, director, year] = goalParts(goal, /^Search for (.*) movies directed by (.*) from year (\d+)/)
  const wanted: Readonly<Record<string, string | undefined>> = { Year: year, Genre: genre, Director: director }
  const fields = labelledFields(screen).map(([label, field]) => [field, wanted[label.split(/[ :]/)[0] ?? '']] as const)
  const submit = ['Search', 'Submit'].flatMap(name => [...buttons(screen, name), ...clickables(screen, name)])
  return fillAll(fields, clicks(submit))
}

/** A field with parts, as a date: its value is set as a whole, in the form of ISO 8601. */
const wholeField =
  (role: string, form: RegExp, valueOf: (parts: readonly string[]) => string): Expert =>
  (goal, screen) =>
    fillAll([[withRole(screen, role)[0], valueOf(goalParts(goal, form))]], clicks(buttons(screen, 'Submit')))

const isoTime = ([hours = '', minutes = '', half = '']: readonly string[]): string =>
  `${String((Number(hours) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minutes}`

const sumIn = (screen: AccessibilityNode): string | undefined => {
  const [left = '', sign = '', right = ''] = goalParts(textIn(screen), /(\d+) ([-+x]) (\d+) =/)
  const [a, b] = [Number(left), Number(right)]
  return sign === '' ? undefined : String(sign === '+' ? a + b : sign === '-' ? a - b : a * b)
}

const wordIn = (goal: string, screen: AccessibilityNode): string | undefined => {
  const words = textIn(withRole(screen, 'paragraph')[0] ?? screen).split(' ')
  return words[ordinalIn(goal)]?.replace(/[.,]/g, '')
}

const choiceThenButton: Expert = (goal, screen) => {
  const [option = '', label = ''] = goalParts(
    goal,
    /^Choose (.*) from the dropdown, then click the button labeled "(.*)"/,
  )
  const [list] = withRole(screen, 'combobox')
  if (list === undefined) return []
  const chosen = list.value === option
  return chosen ? clicks(buttons(screen, label)) : call('select_option', [list], JSON.stringify(option))
}

const suggestion: Expert = (goal, screen) => {
  const [start = ''] = goalParts(goal, /starts with "(.*?)"/)
  const [end = ''] = goalParts(goal, /ends with "(.*?)"/)
  const fits = (text: string): boolean => text.startsWith(start) && text.endsWith(end) && text !== start
  const [field] = textboxes(screen)
  if (field === undefined) return []
  if (fits(String(field.value ?? ''))) return clicks(buttons(screen, 'Submit'))
  const offered = withRole(screen, 'listitem').filter(item => fits(textIn(item)))
  return offered.length > 0 ? clicks(offered) : call('fill', [field], JSON.stringify(start), 'True')
}

const login: Expert = (goal, screen) => {
  const [name, password] = goalParts(goal, /username "(.*?)" and the password "(.*?)"/)
  const [first, second] = textboxes(screen)
  return fillAll(
    [
      [first, name],
      [second, hidden(second, password)],
    ],
    clicks(buttons(screen, 'Login')),
  )
}
const newPassword: Expert = (goal, screen) => {
  const [password] = goalParts(goal, /the password "(.*?)"/)
  const fields = textboxes(screen).map(field => [field, hidden(field, password)] as const)
  return fillAll(fields, clicks(buttons(screen, 'Submit')))
}
/** A field of a password shows as many points as it has letters: its text, if that is as long. */
const hidden = (field: AccessibilityNode | undefined, password: string | undefined): string | undefined => {
  const shown = String(field?.value ?? '')
  return /^•+$/.test(shown) && shown.length === password?.length ? shown : password
}

export const fillingExperts: Readonly<Record<string, Expert>> = {
  'enter-date': wholeField('Date', /(\d\d)\/(\d\d)\/(\d{4})/, ([month, day, year]) => `${year}-${month}-${day}`),
  'enter-password': newPassword,
  'enter-text': answering(quoted),
  'enter-text-2': answering(cased),
  'enter-text-dynamic': answering(quoted),
  'enter-time': wholeField('InputTime', /(\d+):(\d\d) (AM|PM)/, isoTime),
  'find-word': answering(wordIn),
  'focus-text': focusing,
  'focus-text-2': focusing,
  'form-sequence-3': choiceThenButton,
  'login-user': login,
  'multi-layouts': film,
  'multi-orderings': film,
  'read-table': answering((goal, screen) => tableOf(screen).get(goalParts(goal, /the value of (.*) into/)[0] ?? '')),
  'read-table-2': readTable,
  'simple-arithmetic': answering((_, screen) => sumIn(screen)),
  'use-autocomplete': suggestion,
  'use-autocomplete-nodelay': suggestion,
}
