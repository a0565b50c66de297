/** Where the server is, and how its observations and actions are text. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { integerBetween, readOptions } from '../../../src/text/read-options.ts'
import { nonEmptyText, serverSplitSchema, type ServerSplit } from './server-split.ts'

export interface OpenEnvOptions {
  /** Of the server, e.g. `http://127.0.0.1:8000`. */
  readonly url?: string
  /** The field of an action that is given the text; left out, the only one that the server's schema requires, else the text is the whole action as JSON. */
  readonly action?: string
  /** The field of an observation that is read; left out, `text` or the only one that is text, else the whole as JSON. */
  readonly observation?: string
  /** Further fields of every reset, e.g. `{ "level": 3 }`. */
  readonly reset?: Readonly<Record<string, unknown>>
  /** The server's splits, for one with tasks by split and index; left out, a task is a seed. */
  readonly splits?: Readonly<Record<Split, ServerSplit>>
  /** Steps until an episode is cut off here; the server may end it earlier. */
  readonly steps?: number
  /**
   * An episode that the server ended without a word on success is won from this sum of rewards on; `null` or left out, by a last
   * reward of 1 after steps that were paid nothing.
   */
  readonly winningReturn?: number | null
  /** Most episodes at once of one environment thread; others wait. */
  readonly connections?: number
  /** Most seconds for one answer. */
  readonly deadlineSeconds?: number
  /** Whether the same task and actions give the same episode, which only the server's author knows. */
  readonly deterministic?: boolean
  /** Instructions for models that read prose. */
  readonly instructions?: string
}

export interface OpenEnvSettings extends Required<
  Omit<OpenEnvOptions, 'url' | 'action' | 'observation' | 'splits' | 'instructions'>
> {
  /** `null` where none was named. */
  readonly url: string | null
  readonly action: string | null
  readonly observation: string | null
  readonly splits: Readonly<Record<Split, ServerSplit>> | null
  readonly instructions: string | null
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
    action: nonEmptyText(
      'field of an action that is given the text; left out, the only one that is required, else the text is the action as JSON',
    ),
    observation: nonEmptyText(
      'field of an observation that is read; left out, text or the only one that is text, else the whole as JSON',
    ),
    reset: { description: 'further fields of every reset', default: {}, type: 'object' },
    splits: {
      description: "the server's splits, for one with tasks by split and index; left out, a task is a seed",
      type: 'object',
      additionalProperties: false,
      properties: { train: serverSplitSchema, seen: serverSplitSchema, unseen: serverSplitSchema },
      required: ['train', 'seen', 'unseen'],
    },
    steps: { description: 'steps until an episode is cut off', default: 50, ...integerBetween(1, 10_000) },
    winningReturn: {
      description:
        'an episode that the server ended without a word on success is won from this sum of rewards on; left out, by a last reward of 1 after steps that were paid nothing',
      type: 'number',
    },
    connections: {
      description: 'episodes at once of one environment thread; others wait',
      default: 16,
      ...integerBetween(1, 1024),
    },
    deadlineSeconds: { description: 'seconds for one answer', default: 60, ...integerBetween(1, 3600) },
    deterministic: {
      description: 'whether the same task and actions give the same episode',
      default: false,
      type: 'boolean',
    },
    instructions: nonEmptyText('instructions for language models'),
  },
}

/** @throws {RangeError} naming the option, the value found and the value wanted. */
export const openEnvSettings = (options: OpenEnvOptions = {}): OpenEnvSettings => ({
  ...{ url: null, action: null, observation: null, splits: null, winningReturn: null, instructions: null },
  ...readOptions('openenv', optionsSchema, options),
})
