/** The session and the task that a request names: by their own headers or body keys, or by those of Claude's program. Pure. */
import { isTree } from '../../config/tree.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { jsonObject } from '../speech/json-object.ts'

/** @returns `null` if it names none. */
export function sessionName(headers: IncomingHttpHeaders, body: unknown): string | null {
  const sent = isTree(body) ? body : {}
  const metadata = isTree(sent['metadata']) ? sent['metadata'] : {}
  const ofClaude = headers['x-claude-code-session-id']
  const user = typeof metadata['user_id'] === 'string' ? jsonObject(metadata['user_id']) : null
  const agent = headers['x-claude-code-agent-id']
  return (
    text(headers['x-session-id']) ??
    text(sent['session_id']) ??
    text(metadata['session_id']) ??
    /* Sub-agents have the session of the program that began them. */
    text(ofClaude === undefined ? undefined : [ofClaude, agent ?? []].flat().join('/')) ??
    text(user?.['session_id'])
  )
}

/** The task at which an agent works: sessions of one task are compared. @returns `null` if it names none. */
export const taskKey = (headers: IncomingHttpHeaders, body: unknown): string | null =>
  text(headers['x-task']) ?? (isTree(body) ? text(body['task_key']) : null)

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
