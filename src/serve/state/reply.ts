/** The server's answers, before they are sent. */
import { jsonType } from '../../engine/tinker/wire/types.ts'

export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  contentType: jsonType,
  body: JSON.stringify(value),
})
