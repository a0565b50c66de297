/** Recorded traffic of agent programs, if it lies beside the project. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { agentDialects, type AgentDialect } from '../../src/gateway/dialects.ts'
import type { ReplyBody } from './reply-body.ts'
import type { AgentRequest } from '../../src/gateway/requests/agent-request.ts'

export interface Exchange {
  readonly framework: string
  readonly version: string
  readonly case: string
  readonly request: {
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly reply: { readonly status?: number; readonly body?: ReplyBody; readonly sse?: readonly string[] }
  /** Begins with its place, `request 0 of 3`. */
  readonly note: string
}

const file = '../shared/conformance/agent-traffic.jsonl.gz'
export const withoutTraffic = `SKIPPED: ${file} is not there`
export const isRecorded = existsSync(file)

/** One array of exchanges for each conversation, in order. */
export function recordedConversations(): readonly (readonly Exchange[])[] {
  const conversations: Exchange[][] = []
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')) {
    const exchange: Exchange = JSON.parse(line)
    if (exchange.note.startsWith('request 0 ')) conversations.push([])
    conversations.at(-1)?.push(exchange)
  }
  return conversations
}

export const readBody = (path: string, body: unknown): AgentRequest => dialectAt(path).read(body)

/** A recorded request as the gateway reads it. */
export const readRequest = ({ request }: Exchange): AgentRequest => readBody(request.path, request.body)

export function dialectAt(path: string): AgentDialect {
  const found = agentDialects.find(dialect => path === `/v1${dialect.path}`)
  if (found === undefined) throw new RangeError(`there is no dialect at ${path}`)
  return found
}
