import type { Sample } from '../../contracts/models/device.ts'

interface WrittenTokens extends Pick<Sample, 'finish'> {
  readonly ids: readonly number[]
  /** Of each token, as far as returned. */
  readonly logprobs: readonly (number | null | undefined)[]
  readonly stop: readonly number[]
}

/** Tokens with the one that ended them, which servers leave out. A missing log-probability is NaN: unknown, not 0. */
export function endedTokens({ ids, logprobs, finish, stop }: WrittenTokens): Pick<Sample, 'tokens' | 'logprobs'> {
  const [end] = stop
  const ended = finish === 'length' || stop.includes(ids.at(-1) ?? -1) || end === undefined
  const tokens = Int32Array.from(ended ? ids : [...ids, end])
  return { tokens, logprobs: Float32Array.from(tokens, (_, index) => logprobs[index] ?? NaN) }
}
