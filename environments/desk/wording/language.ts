/** Every phrase of the desk that is worth one token. */
import type { Language } from '../../../src/contracts/worlds/environment.ts'
import type { ActionErrorType } from '../../../src/gui/actions/action-error.ts'
import { aliasWords } from '../../../src/gui/actions/aliases.ts'
import { deskReasons } from '../expert/label.ts'
import { deskActions } from '../kernel/carry-out.ts'
import { nothingChanged } from '../kernel/changes.ts'
import { boxTitles } from '../apps/mail.ts'
import {
  appTitles,
  cities,
  codes,
  eventTitles,
  fileNames,
  folderNames,
  hours,
  labels,
  pageNames,
  people,
  settingSorts,
  subjects,
} from '../tasks/tables.ts'
import { goalWords } from './describe.ts'

/** Numbers of elements, days and pixels: an episode that sees more elements than this plays on with unknown words. */
const maxNumbers = 300

/** What screens say besides names and labels. */
const said = [
  ...['heading', 'dialog', 'radiogroup', 'textbox', 'combobox', 'checkbox', 'radio', "checked='true'"],
  ...['From', 'Code', 'Starred', 'In', 'Folders', 'Events', 'People', 'All settings'],
  ...['down', 'up'],
  nothingChanged,
] as const

/** Types of errors: the text of a refused action where only changes are shown. */
const faults: readonly ActionErrorType[] = [
  'ValueError',
  'NameError',
  'TypeError',
  'SyntaxError',
  'TimeoutError',
  'Error',
]

const keys = ['Enter', 'Escape', 'Tab', 'Backspace', 'Space'] as const

/** What things on a desk are called. */
const contents: readonly string[] = [people, subjects, fileNames, folderNames, eventTitles, cities, hours, codes].flat()

const numbers = Array.from({ length: maxNumbers }, (_, number) => String(number))

/** What actions are made of, and all that screens and goals say besides names and labels. */
const structure: readonly string[] = [
  ...said,
  ...faults,
  ...goalWords,
  ...deskActions,
  ...keys,
  ...Object.values(deskReasons),
]

const labelWords: readonly string[] = [
  ...Object.values(appTitles),
  ...Object.values(boxTitles),
  ...Object.values(labels).flat(),
  ...Object.values(settingSorts).flatMap(({ label, values }) => [label, ...values]),
  ...pageNames,
]

const silent = [
  ...['button', 'menuitem', 'tab', "checked='false'", 'value', '[', ']', '(', ')', "'", '"', '=', ':', ';', ','],
  ...['.', '\n'],
]

const languageOf = (phrases: readonly string[], others: readonly string[] = []): Language => ({
  phrases: [...new Set(phrases)],
  silent: [...silent, ...others],
})

export const deskLanguage: Language = languageOf([...structure, ...labelWords, ...contents, ...numbers])

/** A language with aliases for words that it lacks. */
export interface AliasLanguage {
  /** Words never shown as aliases. */
  readonly known: readonly string[]
  readonly language: Language
}

/** Roles and signs that a desk has not, and pages of others have: without a token, as the role of a desk's buttons. */
const ofOthers = [
  ...['link', 'clickable', 'option', 'treeitem', 'searchbox', 'spinbutton', 'slider', 'listbox'],
  ...['-', '#', '/', '!', '?', '@', '&', '+', '_', '$', '%', '*', '<', '>', '|'],
]

/** Elements still have numbers: an expert calls one by it whose name another has too. */
const aliasLanguage = (words: readonly string[]): AliasLanguage => ({
  known: [...words, ...silent.filter(each => /^\w/.test(each))],
  language: languageOf([...words, ...aliasWords, ...numbers], ofOthers),
})

/** Where things are called by aliases, and where all names and labels are. */
export const aliasLanguages: Readonly<Record<'things' | 'all', AliasLanguage>> = {
  things: aliasLanguage([...structure, ...labelWords]),
  all: aliasLanguage(structure),
}
