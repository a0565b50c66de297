/** `tinker_public.SampleResponse` as protobuf; field numbers in brackets below. */
import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { float32From, int32From } from './bytes.ts'
import { bytesField, integer, message, readFields } from '../../../files/protobuf.ts'
import { littleEndianBytes } from '../../../model/tensors/float-bytes.ts'
import type { SampledSequence, SampleOutput } from './types.ts'

/** StopReason of the API. */
const stopReasons = ['stop', 'length'] as const

/** sequences [1]: stop_reason [1], tokens [2], logprobs [3]; prompt_logprobs [2]. */
export function encodeSampleOutput({ sequences, promptLogprobs }: SampleOutput): Uint8Array {
  const writer = new BinaryWriter()
  for (const { stopReason, tokens, logprobs } of sequences)
    message(writer, 1, into => {
      integer(into, 1, stopReasons.indexOf(stopReason))
      bytesField(into, 2, littleEndianBytes(tokens))
      if (logprobs !== null) bytesField(into, 3, littleEndianBytes(logprobs))
    })
  if (promptLogprobs !== null) bytesField(writer, 2, littleEndianBytes(promptLogprobs))
  return writer.finish()
}

/** @throws {RangeError} if it is no such message. */
export function decodeSampleOutput(bytes: Uint8Array): SampleOutput {
  const sequences: SampledSequence[] = []
  let promptLogprobs: Float32Array | null = null
  readFields(bytes, {
    1: reader => sequences.push(readSequence(reader.bytes())),
    2: reader => (promptLogprobs = float32From(reader.bytes())),
  })
  return { sequences, promptLogprobs }
}

function readSequence(bytes: Uint8Array): SampledSequence {
  let reason = 0
  let tokens: Int32Array = new Int32Array(0)
  let logprobs: Float32Array | null = null
  readFields(bytes, {
    1: reader => (reason = reader.int32()),
    2: reader => (tokens = int32From(reader.bytes())),
    3: reader => (logprobs = float32From(reader.bytes())),
  })
  const stopReason = stopReasons[reason]
  if (stopReason === undefined) throw new RangeError(`stop_reason must be 0 or 1, got ${reason}`)
  return { stopReason, tokens, logprobs }
}
