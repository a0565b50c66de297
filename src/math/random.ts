/**
 * Counter-based random numbers: a draw is a pure function of a key and a counter, so it never
 * depends on earlier draws. Keys are derived by label (run, iteration, slot, episode, step, use).
 * Source: Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011 (Philox4x32-10).
 */
import { nth } from './nth.ts'

/** 64 bits that name one stream of draws. Plain data: it travels in messages. */
export interface Key {
  /** uint32. */
  readonly high: number
  /** uint32. */
  readonly low: number
}

/** Draws one after another from one key. */
export interface Random {
  /** Uniform in [0, 1), 53 random bits. */
  readonly uniform: () => number
  /** Uniform integer in [0, n). @throws {RangeError} if `n` is not a positive integer. */
  readonly integer: (n: number) => number
  /** One of `items`, uniformly. @throws {RangeError} if empty. */
  readonly pick: <T>(items: readonly T[]) => T
  /** A new array in random order (Fisher–Yates). */
  readonly shuffle: <T>(items: readonly T[]) => T[]
  /** Normal with mean 0 and variance 1 (Box–Muller, one of the pair). */
  readonly normal: () => number
}

/** @throws {RangeError} if `seed` is not an integer in [0, 2⁵³). */
export function rootKey(seed: number): Key {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed must be an integer in [0, 2^53), got ${seed}`)
  return { high: Math.floor(seed / 2 ** 32) >>> 0, low: seed >>> 0 }
}

/** The key below `key` that `labels` name, in order; numbers must be integers. */
export function derive(key: Key, ...labels: readonly (number | string)[]): Key {
  return labels.reduce<Key>((parent, label) => {
    const [first, second, kind] = typeof label === 'string' ? hash(label) : integerWords(label)
    const [high, low] = philox(parent, [first, second, kind, 0x6b657973])
    return { high, low }
  }, key)
}

/** Draws from `key`, counting from 0. */
export function randomFrom(key: Key): Random {
  let counter = 0
  const uniform = (): number => {
    const [a, b] = philox(key, [counter >>> 0, Math.floor(counter / 2 ** 32), 0, 0])
    counter += 1
    return ((a >>> 5) * 0x4000000 + (b >>> 6)) / 0x20000000000000
  }
  const integer = (n: number): number => {
    if (!Number.isInteger(n) || n < 1) throw new RangeError(`n must be a positive integer, got ${n}`)
    return Math.floor(uniform() * n)
  }
  return {
    uniform,
    integer,
    pick: items => nth(items, integer(items.length)),
    shuffle: items => {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(last + 1)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}

type Words = readonly [number, number, number, number]

/** Philox4x32 with 10 rounds: four uint32 from a key and a 128-bit counter. */
export function philox({ high, low }: Key, counter: Words): Words {
  let [c0, c1, c2, c3] = counter
  let k0 = low
  let k1 = high
  for (let round = 0; round < 10; round += 1) {
    const high0 = multiplyHigh(0xd2511f53, c0)
    const high1 = multiplyHigh(0xcd9e8d57, c2)
    const low0 = Math.imul(0xd2511f53, c0)
    const low1 = Math.imul(0xcd9e8d57, c2)
    c0 = (high1 ^ c1 ^ k0) >>> 0
    c1 = low1 >>> 0
    c2 = (high0 ^ c3 ^ k1) >>> 0
    c3 = low0 >>> 0
    k0 = (k0 + 0x9e3779b9) >>> 0
    k1 = (k1 + 0xbb67ae85) >>> 0
  }
  return [c0, c1, c2, c3]
}

/** The upper 32 bits of the 64-bit product of two uint32. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16)
  const carry = aLow * bHigh + (middle & 0xffff)
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)) >>> 0
}

function integerWords(label: number): readonly [number, number, number] {
  if (!Number.isSafeInteger(label)) throw new RangeError(`a label must be a string or an integer, got ${label}`)
  return [label >>> 0, Math.floor(label / 2 ** 32) >>> 0, 1]
}

/** FNV-1a twice with different offsets: two words of a label's text. */
function hash(label: string): readonly [number, number, number] {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let index = 0; index < label.length; index += 1) {
    const code = label.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + 0x9e37), 0x01000193)
  }
  return [a >>> 0, b >>> 0, 2]
}
