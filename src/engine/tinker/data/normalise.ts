import type { Normalisation } from '../../../contracts/models/engine-names.ts'
import { unreachable } from '../../../contracts/unreachable.ts'

/** One sequence of an update, before the service has it. */
interface Share {
  /** Positions of its datum. */
  readonly tokens: number
}

/**
 * The factor by which advantages are multiplied so that the service's gradient is that of the weighted mean over samples,
 * (1 / W) Σ g, whatever the service divides by.
 *
 * @param weight W, Σ of the weights of the samples of the update.
 * @param shares of the update's datums, all in one request where `token-mean` is to be exact.
 * @returns [datums]
 */
export function factorsOf(normalisation: Normalisation, weight: number, shares: readonly Share[]): readonly number[] {
  switch (normalisation) {
    case 'sum':
      return shares.map(() => 1 / weight)
    case 'datum-mean':
      return shares.map(({ tokens }) => (tokens * shares.length) / weight)
    case 'token-mean': {
      const all = shares.reduce((sum, { tokens }) => sum + tokens, 0)
      return shares.map(() => all / weight)
    }
    default:
      return unreachable(normalisation)
  }
}
