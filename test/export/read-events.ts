/** Reads a file of events, checking every checksum. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { maskedCrc32c } from '../../src/export/tensorboard/crc32c.ts'

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
  let [wallTime, step, version, session] = [0, 0, '', 0]
  const scalars = new Map<string, number>()
  const plugins: string[] = []
  fields(data, (reader, field) => {
    if (field === 1) wallTime = reader.double()
    else if (field === 2) step = Number(reader.int64())
    else if (field === 3) version = reader.string()
    else if (field === 5)
      fields(reader.bytes(), summary => {
        let tag = ''
        fields(summary.bytes(), (value, part) => {
          if (part === 1) tag = value.string()
          else if (part === 2) scalars.set(tag, value.float())
          else if (part === 9)
            fields(value.bytes(), metadata =>
              fields(metadata.bytes(), (plugin, piece) => {
                if (piece === 1) plugins.push(plugin.string())
                else plugin.bytes()
              }),
            )
          else value.skip(WireType.LengthDelimited)
        })
      })
    else if (field === 7)
      fields(reader.bytes(), log => {
        session = log.int32()
      })
    else throw new Error(`no field ${field} of an event is known`)
  })
  return { wallTime, step, version, session, scalars, plugins }
}

function fields(data: Uint8Array, read: (reader: BinaryReader, field: number) => void): void {
  const reader = new BinaryReader(data)
  while (reader.pos < reader.len) read(reader, reader.tag()[0])
}
