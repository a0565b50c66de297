/**
 * Events of TensorBoard as the records of its files. Values are float32.
 *
 * Source: tensorboard 2.21, compat/proto/{event,summary,tensor}.proto and plugins/hparams/plugin_data.proto; field numbers in brackets.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { bytesField, message, textField } from '../../files/protobuf.ts'
import type { Scalars } from '../contents/scalars.ts'
import { maskedCrc32c } from './crc32c.ts'

/** A summary at one step. */
interface EventTime {
  /** Seconds since 1970. */
  readonly wallTime: number
  readonly step: number
}

/** The first record of a file. */
export const versionRecord = (wallTime: number): Uint8Array =>
  record(event({ wallTime, step: 0 }, writer => textField(writer, 3, 'brain.Event:2')))

/** Readers drop what earlier files have of its step and later ones: a run that is resumed repeats them. */
export const startRecord = (time: EventTime): Uint8Array =>
  record(event(time, writer => message(writer, 7, log => log.tag(1, WireType.Varint).int32(start))))

/** SessionLog.START. */
const start = 1

export const scalarsRecord = (time: EventTime, scalars: Scalars): Uint8Array =>
  record(
    event(time, writer =>
      message(writer, 5, summary => {
        for (const [tag, value] of scalars)
          message(summary, 1, into => textField(into, 1, tag).tag(2, WireType.Bit32).float(Math.fround(value)))
      }),
    ),
  )

/** Markdown, on the page of texts. */
export const textRecord = (time: EventTime, tag: string, content: string): Uint8Array =>
  record(
    event(time, writer =>
      message(writer, 5, summary =>
        message(summary, 1, into => {
          textField(into, 1, tag)
          message(into, 9, metadata => plugin(metadata, 'text', new Uint8Array(0)))
          message(into, 8, tensor => {
            tensor.tag(1, WireType.Varint).int32(stringType)
            message(tensor, 2, shape => message(shape, 2, dimension => dimension.tag(1, WireType.Varint).int64(1)))
            textField(tensor, 8, content)
          })
        }),
      ),
    ),
  )

/** DT_STRING. */
const stringType = 7

/** Settings of the run, for the table of hyper-parameters. */
export const settingsRecord = (
  time: EventTime,
  settings: ReadonlyMap<string, number | string | boolean>,
): Uint8Array => {
  /* HParamsPluginData: session_start_info [3], of a map [1] of google.protobuf.Value: number [2], text [3] or flag [4]. */
  const content = new BinaryWriter()
  message(content, 3, info => {
    for (const [name, value] of settings)
      message(info, 1, entry => {
        textField(entry, 1, name)
        message(entry, 2, into => {
          if (typeof value === 'number') into.tag(2, WireType.Bit64).double(value)
          else if (typeof value === 'string') textField(into, 3, value)
          else into.tag(4, WireType.Varint).bool(value)
        })
      })
    info.tag(5, WireType.Bit64).double(time.wallTime)
  })
  return record(
    event(time, writer =>
      message(writer, 5, summary =>
        message(summary, 1, into => {
          textField(into, 1, '_hparams_/session_start_info')
          message(into, 9, metadata => plugin(metadata, 'hparams', content.finish()))
        }),
      ),
    ),
  )
}

/** SummaryMetadata: plugin_data [1], of plugin_name [1] and content [2]. */
const plugin = (writer: BinaryWriter, name: string, content: Uint8Array): void =>
  message(writer, 1, data => bytesField(textField(data, 1, name), 2, content))

/** Event: wall_time [1], step [2], and one of file_version [3], summary [5] and session_log [7]. */
function event({ wallTime, step }: EventTime, write: (writer: BinaryWriter) => unknown): Uint8Array {
  const writer = new BinaryWriter().tag(1, WireType.Bit64).double(wallTime).tag(2, WireType.Varint).int64(step)
  write(writer)
  return writer.finish()
}

/** Length (uint64), its checksum, the data, its checksum; all little-endian. */
function record(data: Uint8Array): Uint8Array {
  const framed = new Uint8Array(data.length + 16)
  const view = new DataView(framed.buffer)
  view.setBigUint64(0, BigInt(data.length), true)
  view.setUint32(8, maskedCrc32c(framed.subarray(0, 8)), true)
  framed.set(data, 12)
  view.setUint32(12 + data.length, maskedCrc32c(data), true)
  return framed
}
