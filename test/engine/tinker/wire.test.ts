import test from 'ava'
import fc from 'fast-check'
import { int64Bytes, int64From } from '../../../src/engine/tinker/wire/bytes.ts'
import {
  decodeForwardBackward,
  decodeForwardBackwardOutput,
  encodeForwardBackward,
  encodeForwardBackwardOutput,
} from '../../../src/engine/tinker/wire/forward-backward-protobuf.ts'
import {
  forwardBackwardJson,
  forwardBackwardOutputJson,
  parseForwardBackward,
  parseForwardBackwardOutput,
  parseSampleOutput,
  sampleOutputJson,
} from '../../../src/engine/tinker/wire/json.ts'
import { decodeSampleOutput, encodeSampleOutput } from '../../../src/engine/tinker/wire/sample-protobuf.ts'
import type { ForwardBackwardRequest, SampleOutput, TensorData } from '../../../src/engine/tinker/wire/types.ts'
import { bytesOf, fieldsOf, recorded, withoutRecordings } from './recorded.ts'

const token = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const tokens = fc.array(token, { maxLength: 12 }).map(values => Int32Array.from(values))
const floats = fc
  .array(fc.float({ noDefaultInfinity: true, noNaN: true }), { maxLength: 12 })
  .map(values => Float32Array.from(values, value => value + 0))
const tensor = fc.oneof(
  tokens.map((data): TensorData => ({ dtype: 'int64', data, shape: [data.length] })),
  floats.map((data): TensorData => ({ dtype: 'float32', data, shape: [data.length] })),
)
const name = fc.stringMatching(/^[a-z][a-z_]{0,11}$/)
const request: fc.Arbitrary<ForwardBackwardRequest> = fc.record({
  modelId: fc.string({ minLength: 1 }),
  seqId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  data: fc.array(fc.record({ tokens, inputs: fc.dictionary(name, tensor, { noNullPrototype: true }) }), {
    maxLength: 4,
  }),
  lossFn: name,
  lossFnConfig: fc.dictionary(
    name,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
    {
      noNullPrototype: true,
    },
  ),
  forwardOnly: fc.boolean(),
})
const sampled: fc.Arbitrary<SampleOutput> = fc.record({
  sequences: fc.array(
    fc.record({ stopReason: fc.constantFrom('stop' as const, 'length' as const), tokens, logprobs: fc.option(floats) }),
    { maxLength: 3 },
  ),
  promptLogprobs: fc.option(floats),
})
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a request comes back as it was, as protobuf and as JSON', t => {
  fc.assert(
    fc.property(request, one => {
      t.deepEqual(decodeForwardBackward(encodeForwardBackward(one)), one)
      t.deepEqual(parseForwardBackward(json(forwardBackwardJson(one))), one)
    }),
  )
})

test('samples come back as they were, as protobuf and as JSON', t => {
  fc.assert(
    fc.property(sampled, one => {
      t.deepEqual(decodeSampleOutput(encodeSampleOutput(one)), one)
      t.deepEqual(parseSampleOutput(json(sampleOutputJson(one))), one)
    }),
  )
})

test('outputs come back as they were, as protobuf and as JSON, values that are no numbers too', t => {
  const one = {
    lossFnOutputType: 'scalar',
    outputs: [
      { logprobs: Float32Array.of(-1, NaN), elementwise_loss: Float32Array.of(1, 2) },
      { logprobs: Float32Array.of(-0.5), elementwise_loss: Float32Array.of(3) },
    ],
    metrics: { 'loss:sum': 6, broken: NaN },
  }
  t.deepEqual(decodeForwardBackwardOutput(encodeForwardBackwardOutput(one)), one)
  t.deepEqual(parseForwardBackwardOutput(json(forwardBackwardOutputJson(one))), one)
})

test('messages that are cut off are refused, and nothing else is thrown', t => {
  const one = { lossFnOutputType: 'x', outputs: [{ logprobs: Float32Array.of(-1, -2) }], metrics: { a: 1 } }
  const whole = encodeForwardBackwardOutput(one)
  for (let length = 1; length < whole.length; length += 1) {
    try {
      decodeForwardBackwardOutput(whole.subarray(0, length))
    } catch (error) {
      t.true(error instanceof RangeError, String(error))
    }
  }
  t.pass()
})

test('bytes that are no message are refused, and nothing else is thrown', t => {
  for (const decode of [decodeForwardBackward, decodeForwardBackwardOutput, decodeSampleOutput]) {
    t.throws(() => decode(Uint8Array.of(255, 255, 255, 1, 2, 3)), { instanceOf: RangeError, message: /illegal tag/ })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        try {
          decode(bytes)
        } catch (thrown) {
          t.true(thrown instanceof RangeError, String(thrown))
        }
      }),
    )
  }
})

test('64-bit integers have the bytes of BigInt64Array, and come back', t => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger()), values => {
      const bytes = int64Bytes(values)
      t.deepEqual(new Uint8Array(bytes), new Uint8Array(BigInt64Array.from(values, BigInt).buffer))
      t.deepEqual([...int64From(bytes)], values)
    }),
  )
  for (const wide of [2n ** 53n, -(2n ** 53n)])
    t.throws(() => int64From(new Uint8Array(BigInt64Array.of(wide).buffer)), {
      message: /below 2\^53, got -?9007199254740992$/,
    })
})

test('integers that do not fit into 32 bits are refused, and token ids below 0', t => {
  const target = { dtype: 'int64', data: [2 ** 33 + 4] }
  const asked = (tokens: readonly number[], inputs: object): object => ({
    model_id: 'm',
    forward_backward_input: {
      loss_fn: 'cross_entropy',
      data: [{ model_input: { chunks: [{ tokens }] }, loss_fn_inputs: inputs }],
    },
  })
  t.notThrows(() => parseForwardBackward(asked([0, 2 ** 31 - 1], {})))
  for (const id of [-1, 2 ** 31, 2 ** 33 + 4])
    t.throws(() => parseForwardBackward(asked([id], {})), { name: 'ZodError' })
  const wide = { instanceOf: RangeError, message: /must hold integers of 32 bits, got 8589934596$/ }
  t.throws(() => parseForwardBackward(asked([3], { target_tokens: target })), wide)
  const tensor = { dtype: 'int64', data: Float64Array.of(2 ** 33 + 4), shape: [1] } as unknown as TensorData
  const datum = { tokens: Int32Array.of(3), inputs: { target_tokens: tensor } }
  const request = {
    modelId: 'm',
    seqId: 1,
    data: [datum],
    lossFn: 'cross_entropy',
    lossFnConfig: {},
    forwardOnly: false,
  }
  t.throws(() => decodeForwardBackward(encodeForwardBackward(request)), wide)
})

test('what is recorded from real services is read as it was meant, and written as it was sent', t => {
  if (recorded === null) {
    t.log(withoutRecordings)
    t.pass()
    return
  }
  let requests = 0
  let responses = 0
  for (const { step, path, request: asked, requestProtobuf, response, responseProtobuf } of recorded) {
    if (requestProtobuf !== undefined) {
      requests += 1
      const decoded = decodeForwardBackward(bytesOf(requestProtobuf))
      t.deepEqual(Buffer.from(encodeForwardBackward(decoded)).toString('base64'), requestProtobuf, step)
      const meant = parseForwardBackward(asked)
      t.deepEqual({ ...decoded, data: [] }, { ...meant, data: [] }, step)
      t.is(decoded.data.length, meant.data.length)
      for (const [index, datum] of decoded.data.entries()) {
        t.deepEqual(datum.tokens, meant.data[index]?.tokens, step)
        t.deepEqual(Object.keys(datum.inputs), Object.keys(meant.data[index]?.inputs ?? {}), step)
      }
    }
    if (responseProtobuf !== undefined && responseProtobuf !== '') {
      responses += 1
      const bytes = bytesOf(responseProtobuf)
      const written =
        fieldsOf(response)['sequences'] === undefined
          ? encodeForwardBackwardOutput(decodeForwardBackwardOutput(bytes))
          : encodeSampleOutput(decodeSampleOutput(bytes))
      t.is(Buffer.from(written).toString('base64'), responseProtobuf, step)
    }
    if (path?.endsWith('/retrieve_future') !== true || responseProtobuf !== undefined) continue
    if (fieldsOf(response)['sequences'] !== undefined) {
      const { sequences } = parseSampleOutput(response)
      t.deepEqual(parseSampleOutput(json(sampleOutputJson({ sequences, promptLogprobs: null }))).sequences, sequences)
    }
    if (fieldsOf(response)['loss_fn_outputs'] !== undefined) {
      const read = parseForwardBackwardOutput(response)
      t.deepEqual(parseForwardBackwardOutput(json(forwardBackwardOutputJson(read))), read)
    }
  }
  t.is(requests, 11 + 0)
  t.is(responses, 14)
})
