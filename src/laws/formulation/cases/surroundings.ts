/** Another time and other chance around a call, so that a function that looks at either gives itself away. */
import { types } from 'node:util'

export interface Surroundings {
  /** By which every clock is ahead of the machine's. */
  readonly aheadMs: number
  /** The first of the numbers that chance gives, in (0, 1); those after it are drawn from it. */
  readonly chance: number
}

const RealDate = Date
const realNow = performance.now.bind(performance)
const realHrtime = process.hrtime.bind(process)
const realBigint = process.hrtime.bigint.bind(process.hrtime)
const realUptime = process.uptime.bind(process)

let aheadMs = 0
let installed = 0

const time = (): number => RealDate.now() + aheadMs

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given: readonly unknown[], made): object =>
    Reflect.construct(target, given.length === 0 ? [time()] : given, made) as object,
  apply: () => new RealDate(time()).toString(),
  get: (target, key): unknown => (key === 'now' ? time : Reflect.get(target, key)),
})

const hrtime = Object.assign(
  (since?: [number, number]): [number, number] => {
    const [seconds, nanoseconds] = realHrtime(since)
    return [seconds + Math.floor(aheadMs / 1000), nanoseconds]
  },
  { bigint: () => realBigint() + BigInt(aheadMs) * 1_000_000n },
)

/**
 * Replaces the machine's clocks by shiftable ones, as long as the work lasts; a module that is loaded in it and keeps a
 * clock keeps one of these. Chance is the machine's.
 */
export function withClocks<T>(work: () => T): T {
  install()
  let result: T
  try {
    result = work()
  } catch (error) {
    uninstall()
    throw error
  }
  if (types.isPromise(result)) return result.finally(uninstall) as T
  uninstall()
  return result
}

/** The result of the work at that time and with that randomness. It must not be asynchronous: nothing else may see either. */
export function elsewhere<T>({ aheadMs: ahead, chance }: Surroundings, work: () => T): T {
  const { random } = Math
  return withClocks(() => {
    aheadMs = ahead
    Math.random = drawsFrom(chance)
    try {
      return work()
    } finally {
      aheadMs = 0
      Math.random = random
    }
  })
}

function install(): void {
  installed += 1
  if (installed > 1) return
  globalThis.Date = ShiftedDate
  performance.now = () => realNow() + aheadMs
  process.hrtime = hrtime
  process.uptime = () => realUptime() + aheadMs / 1000
}

function uninstall(): void {
  installed -= 1
  if (installed > 0) return
  globalThis.Date = RealDate
  Reflect.deleteProperty(performance, 'now')
  process.hrtime = Object.assign(realHrtime, { bigint: realBigint })
  process.uptime = realUptime
}

/** The same number several times, so that rare events happen; then others, so that a loop that waits for one ends. */
function drawsFrom(first: number): () => number {
  let state = Math.floor(first * 2 ** 31)
  let drawn = 0
  return () => {
    drawn += 1
    if (drawn <= 8) return first
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state + 0.5) / 2 ** 31
  }
}
