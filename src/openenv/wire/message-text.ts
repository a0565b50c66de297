import { types } from 'node:util'
import type { RawData } from 'ws'

/** A message of a WebSocket, as text. */
export function messageText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (types.isAnyArrayBuffer(data) ? Buffer.from(data) : data).toString('utf8')
}
