/** What clients of OpenEnv send, as its servers check it. */
import { z } from 'zod'
import type { Split } from '../../contracts/worlds/environment.ts'

const splits = ['train', 'seen', 'unseen'] as const satisfies readonly Split[]
/** Longest id of an episode, characters: OpenEnv's own bound. */
const longestId = 255
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Data of `reset`. Keys that are not known are dropped, as OpenEnv does. */
export const resetData = z.object({
  /** Names a task of the split as an index does, and the episode's chance with it. */
  seed: count.nullish(),
  episode_id: z.string().max(longestId).nullish(),
  split: z.enum(splits).nullish(),
  index: count.nullish(),
})
export type ResetData = z.infer<typeof resetData>

/** Data of `step`: the fields of the action itself. `metadata` is the client's own, and not read. */
export const actionData = z.strictObject({
  command: z.string().min(1).max(65_536),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** The frames of a WebSocket. */
export const frames = {
  reset: z.strictObject({ type: z.literal('reset'), data: z.record(z.string(), z.unknown()).default({}) }),
  step: z.strictObject({ type: z.literal('step'), data: z.record(z.string(), z.unknown()) }),
  state: z.strictObject({ type: z.literal('state') }),
  close: z.strictObject({ type: z.literal('close') }),
  mcp: z.strictObject({ type: z.literal('mcp'), data: z.record(z.string(), z.unknown()) }),
}

/** The body of `POST /step`. */
export const stepBody = z.object({
  action: z.record(z.string(), z.unknown()),
  timeout_s: z.number().positive().nullish(),
  request_id: z.string().max(longestId).nullish(),
})

export const splitBody = z.object({ split: z.string() })
export const taskBody = splitBody.extend({ index: z.number().int() })
export const rangeBody = splitBody.extend({ start: z.number().int().nullish(), stop: z.number().int().nullish() })

/** A request of JSON-RPC 2.0. */
export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
})
