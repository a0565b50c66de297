/** Bodies that were recorded from real services; they lie beside the project and are not part of it. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'

export interface Recorded {
  readonly server: string
  readonly step: string
  readonly method?: string
  readonly path?: string
  readonly request?: unknown
  readonly requestProtobuf?: string
  readonly status?: number
  readonly contentType?: string
  readonly response?: unknown
  readonly responseProtobuf?: string
}

const file = fileURLToPath(new URL('../../../../../shared/conformance/tinker-recorded.jsonl', import.meta.url))

/** `null` where the recordings are not at hand. */
export const recorded: readonly Recorded[] | null = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Recorded)
  : null

/** Why tests of recordings are skipped. */
export const withoutRecordings = 'SKIPPED: the recordings of real services are not at ../shared/conformance'

export const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'))

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A test that needs the recordings. */
export const replaying = recorded === null ? test.skip : test
export const titled = (title: string): string => (recorded === null ? `${withoutRecordings}: ${title}` : title)

/** In order. @param server how its name begins. */
export const rowsOf = (server: string): readonly Recorded[] =>
  (recorded ?? []).filter(row => row.server.startsWith(server))

/** What was answered, as it came. */
export function replyOf({
  status = 200,
  contentType = 'application/json',
  response,
  responseProtobuf,
}: Recorded): Response {
  const text = typeof response === 'string' ? response : JSON.stringify(response)
  const body = responseProtobuf === undefined ? text : Buffer.from(bytesOf(responseProtobuf))
  return new Response(body, { status, headers: { 'content-type': contentType } })
}
