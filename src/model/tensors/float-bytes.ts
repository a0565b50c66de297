/** Types of number by their safetensors names. */
export type Dtype = 'F32' | 'F16' | 'BF16'

/** Whether this machine keeps numbers as the format does. */
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Little-endian numbers as float32, in new memory.
 *
 * @param bytes a whole number of them; need not be aligned.
 */
export function floatsFromBytes(bytes: Uint8Array, dtype: Dtype): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (dtype) {
    case 'F32': {
      if (littleEndian) return new Float32Array(new Uint8Array(bytes).buffer)
      const floats = new Float32Array(bytes.length / 4)
      return floats.map((_, index) => view.getFloat32(4 * index, true))
    }
    case 'BF16': {
      const bits = new Uint32Array(bytes.length / 2)
      return new Float32Array(bits.map((_, index) => view.getUint16(2 * index, true) * 0x10000).buffer)
    }
    case 'F16':
      return Float32Array.from({ length: bytes.length / 2 }, (_, index) => half(view.getUint16(2 * index, true)))
  }
}

/** Float32 as little-endian bytes: those of the array itself, where this machine keeps it so. */
export function bytesFromFloats(data: Float32Array): Uint8Array {
  if (littleEndian) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const view = new DataView(new ArrayBuffer(data.byteLength))
  data.forEach((value, index) => view.setFloat32(4 * index, value, true))
  return new Uint8Array(view.buffer)
}

/** A number of 1 sign, 5 exponent and 10 fraction bits. Source: IEEE 754-2008, binary16. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 0x1f
  const fraction = (bits & 0x3ff) / 0x400
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15)
}
