/** A first look at a long file: lines from all over it, without those between. */
import { readSync } from 'node:fs'
import { numbersIn, type LineNumbers } from './line-numbers.ts'
import { RunSeries } from './run-series.ts'

/** Bytes in which a whole line is looked for. */
const window = 1 << 15
const lineBreak = 0x0a

/**
 * The amount spent until a line is estimated from the lines that were read.
 *
 * @param descriptor of the open file.
 * @param size bytes of it.
 * @param count places where a line is looked for, evenly spaced, the first and the last line among them.
 * @param start lines that come before those of the file.
 */
export function sampleSeries(
  descriptor: number,
  size: number,
  count: number,
  start: readonly LineNumbers[],
): RunSeries {
  const series = new RunSeries()
  for (const line of start) series.append(line, -1)
  const buffer = Buffer.alloc(window)
  for (let index = 0; index < count; index += 1) {
    const at = Math.floor((Math.max(0, size - window) * index) / (count - 1))
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, window, at))
    const found = index === count - 1 ? lastLine(bytes, at) : firstLine(bytes, at)
    if (found === null || found.line.iteration <= series.lastIteration) continue
    series.append(found.line, found.offset, found.line.iteration - series.lastIteration)
  }
  return series
}

interface FoundLine {
  readonly line: LineNumbers
  /** Its first byte in the file. */
  readonly offset: number
}

/** Of bytes in the middle of a file the first line that begins in them. */
function firstLine(bytes: Buffer, at: number): FoundLine | null {
  const start = at === 0 ? 0 : bytes.indexOf(lineBreak) + 1
  return found(bytes, start, bytes.indexOf(lineBreak, start), at)
}

function lastLine(bytes: Buffer, at: number): FoundLine | null {
  const end = bytes.lastIndexOf(lineBreak)
  return end < 1 ? null : found(bytes, bytes.lastIndexOf(lineBreak, end - 1) + 1, end, at)
}

function found(bytes: Buffer, start: number, end: number, at: number): FoundLine | null {
  const line = end <= start ? null : numbersIn(bytes.toString('utf8', start, end))
  return line === null ? null : { line, offset: at + start }
}
