/** Where the pages and the browser are, and which tasks are played how. */
import { integerBetween, readOptions } from '../../../src/text/read-options.ts'
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
export type ScreenDialect = 'calls' | 'names'

interface MiniwobSettings extends Required<Omit<MiniwobOptions, 'folder' | 'browser' | 'vocabulary'>> {
  /** `null` where none was named. */
  readonly folder: string | null
  readonly browser: string | null
  readonly vocabulary: string | null
}

export const optionsSchema = {
  type: 'object',
  description: 'where the pages and the browser are, and which tasks are played how',
  additionalProperties: false,
  properties: {
    folder: {
      description: 'folder with the pages of MiniWoB++: pip download --no-deps miniwob, unzipped',
      type: 'string',
    },
    browser: {
      description: 'program of the browser; left out, RLANYTHING_BROWSER or the first in PATH',
      type: 'string',
    },
    pages: { description: 'pages at once; episodes beyond wait for one', default: 4, ...integerBetween(1, 64) },
    tasks: {
      description: 'pages of the tasks, by name; left out, those that can be played by text',
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9-]+$' },
      minItems: 1,
      uniqueItems: true,
    },
    generic: {
      description: 'elements without meaning of their own in observations: those that can be clicked, all, or none',
      default: 'clickable',
      enum: ['clickable', 'all', 'none'],
    },
    dialect: {
      description:
        'description of screens and elements: as BrowserGym, or by names alone (click Ok), in full when new and then changes',
      default: 'calls',
      enum: ['calls', 'names'],
    },
    vocabulary: {
      description:
        'with names: folder of the model that plays; words that it lacks are written as w0, w1, … and read back',
      type: 'string',
    },
    strict: { description: "as BrowserGym, lost as soon as the page's URL changes", default: false, type: 'boolean' },
    steps: { description: 'steps until an episode is cut off', default: 10, ...integerBetween(1, 100) },
    deadlineSeconds: { description: 'seconds for one command of the browser', default: 20, ...integerBetween(1, 600) },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function miniwobSettings(options: MiniwobOptions = {}): MiniwobSettings {
  const { tasks = suitedPages, ...given } = readOptions('miniwob', optionsSchema, options)
  return { folder: null, browser: null, vocabulary: null, ...given, tasks }
}
