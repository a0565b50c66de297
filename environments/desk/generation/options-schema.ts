/** The options as JSON Schema: for `rlanything config` and for editors. */
import { aliasedNames, depthNames } from './options.ts'

export const optionsSchema = {
  type: 'object',
  description: 'which tasks are made, and how they are described',
  additionalProperties: false,
  properties: {
    depths: {
      description: 'lengths of the tasks: short of 3 to 6 steps, middle of 8 to 14, long of 20 to 30',
      default: ['short', 'middle'],
      type: 'array',
      items: { enum: [...depthNames] },
      minItems: 1,
    },
    hint: {
      description: 'what a task tells of the way: 0 nothing, 1 the application, 2 the screen, 3 the control',
      default: 0,
      enum: [0, 1, 2, 3],
    },
    observe: {
      description: 'what an observation shows: what has changed, or the full screen as BrowserGym prints it',
      default: 'changes',
      enum: ['changes', 'full'],
    },
    dialect: {
      description:
        'how the expert writes actions: fill To Ann by names (and no numbers are shown), fill 12 Ann in words, fill(…) with quotes as calls; all are understood',
      default: 'words',
      enum: ['names', 'words', 'calls'],
    },
    aliases: {
      description:
        'what is called w0, w1, … in order of appearance: nothing, people, files and other things, or all names and labels',
      default: 'none',
      enum: [...aliasedNames],
    },
  },
}
