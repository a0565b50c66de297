/** Where the pages and the browser are, and which tasks are played how. */
import { isPage } from './is-page.ts'
import { suitedPages } from './suited-pages.ts'

export interface MiniwobOptions {
  /** The folder with the pages: of the package `miniwob`, unpacked, or of a checkout. */
  readonly folder?: string
  /** The browser's program; left out, the one of RLANYTHING_BROWSER, or the first in PATH. */
  readonly browser?: string
  /** Most pages at once, from 1 to 64: episodes beyond wait for one. */
  readonly pages?: number
  /** The pages of the tasks, by name, e.g. `click-button`; left out, those that can be played by text. */
  readonly tasks?: readonly string[]
  /** Elements without a meaning in observations: those that can be clicked, all, or none, as BrowserGym's default. */
  readonly generic?: Generic
  /** How screens are shown and elements called: as BrowserGym, or by their names, which small models can copy. */
  readonly dialect?: ScreenDialect
  /** With names: folder of the model that plays. Words that its tokenizer lacks become w0, w1, … and are read back. */
  readonly vocabulary?: string
  /** As BrowserGym: an episode is lost as soon as the page's URL changes, by a link to a place in it too. */
  readonly strict?: boolean
  /** Steps until an episode is cut off, from 1 to 100. */
  readonly steps?: number
  /** Most seconds for one command of the browser, from 1 to 600. */
  readonly deadlineSeconds?: number
}

export type Generic = 'clickable' | 'all' | 'none'
export const generics: readonly Generic[] = ['clickable', 'all', 'none']

export type ScreenDialect = 'calls' | 'names'
export const dialects: readonly ScreenDialect[] = ['calls', 'names']

interface MiniwobSettings extends Required<Omit<MiniwobOptions, 'folder' | 'browser' | 'vocabulary'>> {
  /** `null` where none was named. */
  readonly folder: string | null
  readonly browser: string | null
  readonly vocabulary: string | null
}

const known = [
  ...['folder', 'browser', 'pages', 'tasks', 'generic', 'dialect', 'vocabulary', 'strict', 'steps', 'deadlineSeconds'],
]

export const bounds = { pages: [1, 64], steps: [1, 100], deadlineSeconds: [1, 600] } as const

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function miniwobSettings(options: MiniwobOptions = {}): MiniwobSettings {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new RangeError(`miniwob has no option ${key}: it has ${known.join(', ')}`)
  const { folder = null, browser = null, pages = 4, tasks = suitedPages, generic = 'clickable' } = options
  const { dialect = 'calls', vocabulary = null } = options
  const { strict = false, steps = 10, deadlineSeconds = 20 } = options
  for (const [name, value] of Object.entries({ pages, steps, deadlineSeconds })) checkNumber(name, value)
  for (const [name, value] of Object.entries({ folder, browser, vocabulary }))
    if (value !== null && typeof value !== 'string') refuse(name, 'a path', value)
  const list: unknown = tasks
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPage))
    refuse('tasks', 'a list of names of pages', list)
  if (!generics.includes(generic)) refuse('generic', generics.join(', '), generic)
  if (!dialects.includes(dialect)) refuse('dialect', dialects.join(', '), dialect)
  if (typeof strict !== 'boolean') refuse('strict', 'true or false', strict)
  return { folder, browser, pages, tasks, generic, dialect, vocabulary, strict, steps, deadlineSeconds }
}

function checkNumber(name: string, value: unknown): void {
  const [least, most] = Object.entries(bounds).find(([key]) => key === name)?.[1] ?? [0, 0]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    refuse(name, `an integer from ${least} to ${most}`, value)
}

function refuse(name: string, wanted: string, value: unknown): never {
  throw new RangeError(`${name} must be ${wanted}, got ${JSON.stringify(value)}`)
}
