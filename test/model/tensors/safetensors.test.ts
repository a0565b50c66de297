import test from 'ava'
import fc from 'fast-check'
import { decodeSafetensors, encodeSafetensors } from '../../../src/model/tensors/safetensors.ts'
import { present } from '../../fixtures/present.ts'

const tensor = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 })
  .chain(shape =>
    fc
      .array(fc.float(), { minLength: shape.reduce((a, b) => a * b, 1), maxLength: shape.reduce((a, b) => a * b, 1) })
      .map(values => ({ shape, data: Float32Array.from(values) })),
  )
const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => !/^__(metadata|proto)__$/.test(text))
const file = fc.record({
  tensors: fc.dictionary(name, tensor, { maxKeys: 6, noNullPrototype: true }),
  metadata: fc.dictionary(name, fc.string(), { maxKeys: 3, noNullPrototype: true }),
})

test('what is written is read back, wherever in memory it lies', t => {
  fc.assert(
    fc.property(file, fc.integer({ min: 0, max: 7 }), (made, shift) => {
      const bytes = encodeSafetensors(made)
      const shifted = new Uint8Array(bytes.length + shift)
      shifted.set(bytes, shift)
      t.deepEqual(decodeSafetensors(shifted.subarray(shift), 'x'), made)
    }),
  )
})

test('a file cut short anywhere is refused', t => {
  const bytes = encodeSafetensors({ tensors: { a: { shape: [3], data: Float32Array.of(1, 2, 3) } }, metadata: {} })
  for (let length = 0; length < bytes.length; length += 1) {
    t.throws(() => decodeSafetensors(bytes.subarray(0, length), 'weights'), {
      instanceOf: RangeError,
      message: /^weights /,
    })
  }
})

test('any byte changed is read or refused, never crashed on', t => {
  const bytes = encodeSafetensors({
    tensors: { a: { shape: [2], data: Float32Array.of(1, 2) } },
    metadata: { step: '3' },
  })
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
      const changed = bytes.slice()
      changed[at] = value
      try {
        decodeSafetensors(changed, 'weights')
        t.pass()
      } catch (error) {
        t.true(error instanceof RangeError)
      }
    }),
  )
})

test('starts its tensors at a multiple of 8 bytes', t => {
  const bytes = encodeSafetensors({ tensors: { a: { shape: [1], data: Float32Array.of(1) } }, metadata: {} })
  t.is(new DataView(bytes.buffer).getUint32(0, true) % 8, 0)
})

test('reads half precision', t => {
  const header = { a: entry('F16', [4], 0, 8), b: entry('BF16', [2], 8, 12) }
  const { tensors } = decodeSafetensors(
    raw(header, [0x00, 0x3c, 0x01, 0x00, 0x00, 0xfc, 0xff, 0x7b, 0x80, 0x3f, 0x49, 0xc0]),
    'x',
  )
  t.deepEqual([...present(tensors['a']).data], [1, 2 ** -24, -Infinity, 65504])
  t.deepEqual([...present(tensors['b']).data], [1, -3.140625])
})

test('a file that cannot be read is refused by name', t => {
  const eight = [0, 0, 0, 0, 0, 0, 0, 0]
  const refusals: readonly (readonly [object, readonly number[], RegExp])[] = [
    [{ a: entry('F64', [1], 0, 8) }, eight, /tensor a is of type F64, wanted F32, F16 or BF16/],
    [{ a: entry('F32', [2], 0, 8), b: entry('F32', [1], 4, 8) }, eight, /tensor b starts at byte 4, wanted 8/],
    [{ a: entry('F32', [1], 0, 4), b: entry('F32', [0], 6, 6) }, eight, /tensor b starts at byte 6, wanted 4/],
    [{ a: entry('F32', [3], 0, 8) }, eight, /tensor a has 8 bytes, wanted 12 for \[3\] of F32/],
    [{ a: entry('F32', [4], 0, 16) }, eight, /ends inside tensor a: 8 bytes of tensors found, at least 16/],
    [{ a: entry('F32', [1], 0, 4) }, eight, /4 bytes after its last tensor/],
    [
      { a: { dtype: 'F32', shape: [-1], data_offsets: [0, 4] } },
      eight,
      /tensor a\.shape\[0\]: expected number to be >=0, got -1/,
    ],
    [{ a: 3 }, eight, /tensor a: expected object, got 3/],
    [[1], eight, /its header: expected object, got \[1\]/],
  ]
  for (const [header, body, message] of refusals) {
    t.throws(() => decodeSafetensors(raw(header, body), 'x'), { instanceOf: RangeError, message })
  }
  const long = new Uint8Array(16).fill(0xff)
  t.throws(() => decodeSafetensors(long, 'x'), { instanceOf: RangeError, message: /header would be/ })
  const torn = { a: { shape: [3], data: new Float32Array(2) } }
  t.throws(() => encodeSafetensors({ tensors: torn, metadata: {} }), {
    message: /tensor a: 2 numbers do not fill .* \[3\]/,
  })
})

function entry(dtype: string, shape: readonly number[], from: number, to: number) {
  return { dtype, shape, data_offsets: [from, to] }
}

function raw(header: object, body: readonly number[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const bytes = new Uint8Array(8 + text.length + body.length)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true)
  bytes.set(text, 8)
  bytes.set(body, 8 + text.length)
  return bytes
}
