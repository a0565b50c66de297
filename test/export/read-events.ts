/** Reads a file of events, checking every checksum. */
import { maskedCrc32c } from '../../src/export/tensorboard/crc32c.ts'
import { readFields } from '../../src/files/protobuf.ts'

type Fields = Parameters<typeof readFields>[1]

export interface ReadEvent {
  readonly wallTime: number
  readonly step: number
  readonly version: string
  /** Of a session: 1 where earlier files end before its step; 0 of other events. */
  readonly session: number
  readonly scalars: ReadonlyMap<string, number>
  /** Names of the plugins of what are no scalars. */
  readonly plugins: readonly string[]
}

export function readEvents(bytes: Uint8Array): readonly ReadEvent[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const events: ReadEvent[] = []
  for (let at = 0; at < bytes.length;) {
    const length = Number(view.getBigUint64(at, true))
    const data = bytes.subarray(at + 12, at + 12 + length)
    const [head, whole] = [view.getUint32(at + 8, true), view.getUint32(at + 12 + length, true)]
    if (head !== maskedCrc32c(bytes.subarray(at, at + 8)) || whole !== maskedCrc32c(data))
      throw new Error(`the checksum at ${at} is wrong`)
    events.push(eventOf(data))
    at += length + 16
  }
  return events
}

function eventOf(data: Uint8Array): ReadEvent {
  let [wallTime, step, version, session, tag] = [0, 0, '', 0, '']
  const scalars = new Map<string, number>()
  const plugins: string[] = []
  const plugin: Fields = { 1: reader => plugins.push(reader.string()) }
  const metadata: Fields = { 1: reader => readFields(reader.bytes(), plugin) }
  const value: Fields = {
    1: reader => (tag = reader.string()),
    2: reader => scalars.set(tag, reader.float()),
    9: reader => readFields(reader.bytes(), metadata),
  }
  readFields(data, {
    1: reader => (wallTime = reader.double()),
    2: reader => (step = Number(reader.int64())),
    3: reader => (version = reader.string()),
    5: reader => readFields(reader.bytes(), { 1: summary => readFields(summary.bytes(), value) }),
    7: reader => readFields(reader.bytes(), { 1: log => (session = log.int32()) }),
  })
  return { wallTime, step, version, session, scalars, plugins }
}
