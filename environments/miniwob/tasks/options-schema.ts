/** The options as JSON Schema: for `rlanything config` and for editors. */
import { bounds, dialects, generics } from './options.ts'

const integer = (description: string, value: number, [minimum, maximum]: readonly [number, number]) => ({
  description,
  default: value,
  type: 'integer',
  minimum,
  maximum,
})

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
    pages: integer('pages at once; episodes beyond wait for one', 4, bounds.pages),
    tasks: {
      description: 'pages of the tasks, by name; left out, those that can be played by text',
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9-]+$' },
      minItems: 1,
    },
    generic: {
      description: 'elements without meaning of their own in observations: those that can be clicked, all, or none',
      default: 'clickable',
      enum: [...generics],
    },
    dialect: {
      description:
        'description of screens and elements: as BrowserGym, or by names alone (click Ok), in full when new and then changes',
      default: 'calls',
      enum: [...dialects],
    },
    vocabulary: {
      description:
        'with names: folder of the model that plays; words that it lacks are written as w0, w1, … and read back',
      type: 'string',
    },
    strict: { description: "as BrowserGym, lost as soon as the page's URL changes", default: false, type: 'boolean' },
    steps: integer('steps until an episode is cut off', 10, bounds.steps),
    deadlineSeconds: integer('seconds for one command of the browser', 20, bounds.deadlineSeconds),
  },
}
