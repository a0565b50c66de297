/** The bytes of a session: numbered frames with a head, and plain data as a structured clone writes it. Pure. */
import { Deserializer, Serializer } from 'node:v8'

/** `part`: the message goes on in the next frame. `bye`: the sender has ended the session. */
export type FrameKind = 'beat' | 'part' | 'whole' | 'bye'

export interface SessionFrame {
  readonly kind: FrameKind
  /** Counts up from 0 by 1, modulo 2³². */
  readonly number: number
  /** How many frames of the other end have been received, modulo 2³². */
  readonly received: number
  readonly body: Uint8Array
}

const kinds: readonly FrameKind[] = ['beat', 'part', 'whole', 'bye']
const magic = 0x524c
export const headBytes = 12

export function frameBytes({ kind, number, received, body }: SessionFrame): Uint8Array {
  const bytes = new Uint8Array(headBytes + body.length)
  const head = new DataView(bytes.buffer)
  head.setUint16(0, magic)
  head.setUint16(2, kinds.indexOf(kind))
  head.setUint32(4, number)
  head.setUint32(8, received)
  bytes.set(body, headBytes)
  return bytes
}

/** @returns `null` for bytes that are no frame. The body is a view of them. */
export function frameOf(bytes: Uint8Array): SessionFrame | null {
  if (bytes.length < headBytes) return null
  const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes)
  const kind = kinds[head.getUint16(2)]
  if (head.getUint16(0) !== magic || kind === undefined) return null
  return { kind, number: head.getUint32(4), received: head.getUint32(8), body: bytes.subarray(headBytes) }
}

/** Version of the bytes that this Node writes; an older one cannot read them. */
export const dataFormat = (): number => bytesOf(null)[1] ?? 0

/**
 * As `postMessage` would clone it, buffers of typed arrays included. Not the serializer that Node's `serialize` uses: its arrays
 * would be views of the whole message at the other end.
 *
 * @throws if it is not plain data, or holds shared memory.
 */
export function bytesOf(value: unknown): Uint8Array {
  const serializer = new Serializer()
  serializer.writeHeader()
  serializer.writeValue(value)
  return serializer.releaseBuffer()
}

/** @throws if the bytes are none of `bytesOf`. */
export function valueOf(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes)
  deserializer.readHeader()
  return deserializer.readValue()
}
