/** Types of number by their safetensors names. */
export type Dtype = 'F32' | 'F16' | 'BF16'

/** Whether this machine keeps numbers as the format does. */
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** Numbers of 32 bits each as little-endian bytes: those of the array itself, where this machine keeps it so. */
export function littleEndianBytes({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  return littleEndian ? bytes : Buffer.from(bytes).swap32()
}

/** Fresh memory that holds little-endian numbers of 32 bits each as this machine does. @param bytes 4 n; need not be aligned. */
export function memoryOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = new Uint8Array(bytes)
  if (!littleEndian) Buffer.from(buffer).swap32()
  return buffer
}

/**
 * Little-endian numbers as float32, in new memory.
 *
 * @param bytes a whole number of them; need not be aligned.
 */
export function floatsFromBytes(bytes: Uint8Array, dtype: Dtype): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (dtype) {
    case 'F32':
      return new Float32Array(memoryOf(bytes))
    case 'BF16': {
      const bits = new Uint32Array(bytes.length / 2)
      return new Float32Array(bits.map((_, index) => view.getUint16(2 * index, true) * 0x10000).buffer)
    }
    case 'F16':
      return Float32Array.from({ length: bytes.length / 2 }, (_, index) => half(view.getUint16(2 * index, true)))
  }
}

/** A number of 1 sign, 5 exponent and 10 fraction bits. Source: IEEE 754-2008, binary16. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 0x1f
  const fraction = (bits & 0x3ff) / 0x400
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15)
}
