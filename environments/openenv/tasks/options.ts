/** Where the server is, and how its observations and actions are text. */
import { z } from 'zod'
import type { Split } from '../../../src/contracts/worlds/environment.ts'

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

export interface ServerSplit {
  /** As the server calls it. */
  readonly name: string
  /** How many of its tasks are played: indices from 0. */
  readonly tasks: number
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

export const openEnvBounds = { steps: [1, 10_000], connections: [1, 1024], deadlineSeconds: [1, 3600] } as const
const whole = ([least, most]: readonly [number, number]) => z.number().int().min(least).max(most)

const split = z.strictObject({
  name: z.string().min(1),
  tasks: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31),
})
const optionShapes = {
  url: z.url({ protocol: /^(https?|wss?)$/ }),
  action: z.string().min(1),
  observation: z.string().min(1),
  reset: z.record(z.string(), z.unknown()),
  splits: z.strictObject({ train: split, seen: split, unseen: split }),
  steps: whole(openEnvBounds.steps),
  winningReturn: z.number(),
  connections: whole(openEnvBounds.connections),
  deadlineSeconds: whole(openEnvBounds.deadlineSeconds),
  deterministic: z.boolean(),
  instructions: z.string().min(1),
} satisfies Record<keyof OpenEnvOptions, z.ZodType>

/** @throws {RangeError} naming the option, the value found and the reason. */
export function openEnvSettings(options: OpenEnvOptions = {}): OpenEnvSettings {
  for (const [name, value] of Object.entries(options)) {
    const shape = Object.entries(optionShapes).find(([known]) => known === name)?.[1]
    if (shape === undefined)
      throw new RangeError(`openenv has no option ${name}: it has ${Object.keys(optionShapes).join(', ')}`)
    if (value === undefined || value === null) continue
    const wrong = shape.safeParse(value).error?.issues[0]
    if (wrong === undefined) continue
    const place = [name, ...wrong.path.map(String)].join('.')
    throw new RangeError(`${place}: ${wrong.message}, got ${JSON.stringify(value)}`)
  }
  const { url = null, action = null, observation = null, reset = {}, splits = null, steps = 50 } = options
  const {
    winningReturn = null,
    connections = 16,
    deadlineSeconds = 60,
    deterministic = false,
    instructions = null,
  } = options
  return {
    ...{ url, action, observation, reset, splits, steps, winningReturn },
    ...{ connections, deadlineSeconds, deterministic, instructions },
  }
}
