/**
 * Takes from this process's globals all that is not of the language itself, so that code that gets out of the
 * interpreter finds no host; time and chance are counted, so that a run is the same whenever it is made.
 */

/** Needed by the language and the interpreter. All else of Node's goes, whatever later versions add. */
const kept = new Set([
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray'],
  ...['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Proxy', 'Reflect'],
  ...['JSON', 'Math', 'Intl', 'Infinity', 'NaN', 'undefined', 'globalThis', 'eval', 'parseInt', 'parseFloat'],
  ...['isNaN', 'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'Iterator'],
  ...['WebAssembly', 'TextDecoder', 'TextEncoder', 'URL', 'AbortController', 'AbortSignal', 'MessageChannel'],
  ...['setTimeout', 'clearTimeout'],
])

/** Milliseconds since 1970 at which every run begins: the start of 2025. */
const startMs = 1_735_689_600_000

/** Milliseconds that pass at each reading of the clock. */
const tickMs = 0.001

export interface CutOff {
  /** A clock that no program sees, ms. */
  readonly now: () => number
  /** Begins time and chance again. */
  readonly beginAgain: () => void
}

export function cutOff(): CutOff {
  const now = performance.now.bind(performance)
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name)
  }
  let readings = 0
  let draws = 0
  const clock = (): number => {
    readings += 1
    return readings * tickMs
  }
  const silent = (): void => {}
  Object.assign(globalThis, {
    /* When Node collects is chance: collected objects must not be taken out of the interpreter's memory. */
    FinalizationRegistry: class {
      readonly register = silent
      readonly unregister = silent
    },
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
    performance: { now: clock },
    crypto: {
      getRandomValues(bytes: Uint8Array): Uint8Array {
        for (let n = 0; n < bytes.length; n += 1) {
          draws += 1
          bytes[n] = Math.imul(draws, 0x9e37_79b1) >>> 24
        }
        return bytes
      },
    },
  })
  Object.assign(Date, { now: () => startMs + clock() })

  return {
    now,
    beginAgain() {
      readings = 0
      draws = 0
    },
  }
}
