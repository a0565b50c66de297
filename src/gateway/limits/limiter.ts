import { LimitReached } from './limit-reached.ts'

/** Of a key; what is left out has no bound. */
export interface KeyLimits {
  readonly requestsPerMinute?: number | undefined
  /** Read and sampled. The request that goes beyond is answered, the next one waits. */
  readonly tokensPerMinute?: number | undefined
  /** Turns that are being answered at once. */
  readonly openTurns?: number | undefined
}

export interface Limiter {
  /** Lets a request in. @returns called once, with its tokens, when it is answered or has failed. @throws {LimitReached} */
  readonly admit: () => (tokens: number) => void
}

/** In the order of their times. */
interface Use {
  readonly at: number
  readonly tokens: number
}

const minuteMs = 60_000

/** Counts over the last minute, to the millisecond. @param now milliseconds on any clock. */
export function createKeyLimiter(
  { requestsPerMinute = Infinity, tokensPerMinute = Infinity, openTurns = Infinity }: KeyLimits,
  now: () => number,
): Limiter {
  const admitted: Use[] = []
  const used: Use[] = []
  let open = 0
  return {
    admit: () => {
      const from = now() - minuteMs
      for (const uses of [admitted, used]) forget(uses, from)
      const first = admitted.at(-requestsPerMinute)
      const last = tokensPerMinute === Infinity ? null : lastBelow(used, tokensPerMinute)
      const refusals = [
        ...(first === undefined
          ? []
          : [[`this key has ${requestsPerMinute} requests a minute`, first.at - from] as const]),
        ...(last === null ? [] : [[`this key has ${tokensPerMinute} tokens a minute`, last - from] as const]),
        ...(open < openTurns ? [] : [[`this key has ${openTurns} open turns`, 0] as const]),
      ]
      const [longest] = refusals.toSorted(([, one], [, other]) => other - one)
      if (longest !== undefined) throw new LimitReached(longest[0], longest[1])
      admitted.push({ at: now(), tokens: 0 })
      open += 1
      return tokens => {
        open -= 1
        used.push({ at: now(), tokens })
      }
    },
  }
}

/** Removes those that were not after that. */
function forget(uses: Use[], from: number): void {
  const place = uses.findIndex(({ at }) => at > from)
  uses.splice(0, place < 0 ? Infinity : place)
}

/** When that use was whose end leaves fewer than so many tokens; `null` if there are fewer already. */
function lastBelow(used: readonly Use[], most: number): number | null {
  let sum = used.reduce((total, { tokens }) => total + tokens, 0)
  let last: number | null = null
  for (const { at, tokens } of used) {
    if (sum < most) break
    sum -= tokens
    last = at
  }
  return last
}
