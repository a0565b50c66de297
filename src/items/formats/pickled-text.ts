/**
 * Reads the pickle of a text, and of nothing else: no other opcode of Python's pickles is known here, so nothing can be
 * named, built or called.
 * Source: Python's pickletools, protocols 0 to 5.
 *
 * @throws {RangeError} naming the opcode that a pickled text has no use for, or that the bytes end amidst something.
 */
export function pickledText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  let text: string | null = null

  for (;;) {
    const opcode = take(1)[0] ?? 0
    switch (opcode) {
      case opcodes.protocol:
      case opcodes.put:
        take(1)
        break
      case opcodes.longPut:
        take(4)
        break
      case opcodes.frame:
        take(8)
        break
      case opcodes.textPut:
        takeLine()
        break
      case opcodes.memoize:
        break
      case opcodes.shortText:
        found(utf8(take(view.getUint8(skip(1)))))
        break
      case opcodes.text:
        found(utf8(take(view.getUint32(skip(4), true))))
        break
      case opcodes.longText:
        found(utf8(take(Number(view.getBigUint64(skip(8), true)))))
        break
      case opcodes.escapedText:
        found(unescaped(takeLine()))
        break
      case opcodes.stop:
        if (text === null) throw new RangeError('a pickled text must hold a text, got nothing')
        return text
      default:
        throw new RangeError(
          `a pickled text must be a text alone, got the opcode 0x${opcode.toString(16)} at byte ${at - 1}`,
        )
    }
  }

  function found(value: string): void {
    if (text !== null) throw new RangeError('a pickled text must be one text, got a second one')
    text = value
  }
  function skip(count: number): number {
    if (at + count > bytes.length) throw new RangeError(`a pickled text must not end amidst something, got its end`)
    at += count
    return at - count
  }
  function take(count: number): Uint8Array {
    const from = skip(count)
    return bytes.subarray(from, from + count)
  }
  function takeLine(): Uint8Array {
    const end = bytes.indexOf(0x0a, at)
    const line = take((end < 0 ? bytes.length : end) - at)
    skip(1)
    return line
  }
}

const opcodes = {
  protocol: 0x80,
  frame: 0x95,
  shortText: 0x8c,
  text: 0x58,
  longText: 0x8d,
  escapedText: 0x56,
  memoize: 0x94,
  put: 0x71,
  longPut: 0x72,
  textPut: 0x70,
  stop: 0x2e,
} as const

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RangeError('a pickled text must be UTF-8')
  }
}

/** Latin-1, in which everything else and the backslash itself are `\uXXXX` or `\UXXXXXXXX`. */
const unescaped = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g, (_, short?: string, long?: string) =>
      String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)),
    )
