/** The options as JSON Schema: for `rlanything config` and for editors. */
import { openEnvBounds } from './options.ts'

const integer = (description: string, value: number, [minimum, maximum]: readonly [number, number]) => ({
  description,
  default: value,
  type: 'integer',
  minimum,
  maximum,
})
const name = (description: string) => ({ description, type: 'string', minLength: 1 })
const split = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: name('as the server calls it'),
    tasks: { description: 'how many of its tasks are played', type: 'integer', minimum: 1, maximum: 2 ** 31 },
  },
  required: ['name', 'tasks'],
}

export const optionsSchema = {
  type: 'object',
  description: 'where the server is, and how its observations and actions are text',
  additionalProperties: false,
  properties: {
    url: {
      description: 'address of the server, e.g. http://127.0.0.1:8000',
      type: 'string',
      format: 'uri',
      pattern: '^(https?|wss?)://',
    },
    action: name(
      'field of an action that is given the text; left out, the only one that is required, else the text is the action as JSON',
    ),
    observation: name(
      'field of an observation that is read; left out, text or the only one that is text, else the whole as JSON',
    ),
    reset: { description: 'further fields of every reset', default: {}, type: 'object' },
    splits: {
      description: "the server's splits, for one with tasks by split and index; left out, a task is a seed",
      type: 'object',
      additionalProperties: false,
      properties: { train: split, seen: split, unseen: split },
      required: ['train', 'seen', 'unseen'],
    },
    steps: integer('steps until an episode is cut off', 50, openEnvBounds.steps),
    winningReturn: {
      description:
        'an episode that the server ended without a word on success is won from this sum of rewards on; left out, by a last reward of 1 after steps that were paid nothing',
      type: 'number',
    },
    connections: integer('episodes at once of one environment thread; others wait', 16, openEnvBounds.connections),
    deadlineSeconds: integer('seconds for one answer', 60, openEnvBounds.deadlineSeconds),
    deterministic: {
      description: 'whether the same task and actions give the same episode',
      default: false,
      type: 'boolean',
    },
    instructions: name('instructions for language models'),
  },
}
