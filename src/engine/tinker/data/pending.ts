/** What `forwardBackward` adds up until `optimStep`: the loss of every span at the present weights, and its exact gradient by log-probability. */
import type { Example } from '../../../contracts/models/device.ts'
import type { Normalisation } from '../../../contracts/models/engine-names.ts'
import type { SpanRule } from '../../../losses/objective.ts'
import { nth } from '../../../math/nth.ts'
import { zip } from '../../../math/zip.ts'
import { addSpan, zeroSums, type Sums } from '../../semantics/sums.ts'
import type { Datum } from '../wire/types.ts'
import type { Chain } from './chains.ts'
import { trainingDatum } from './datums.ts'
import { unreachable } from '../../../contracts/unreachable.ts'

/** One chain of an example. */
export interface PendingChain {
  readonly chain: Chain
  /** [n − 1] as the service computed them. */
  readonly logprobs: Float32Array
  /** [n − 1] Σ over the spans of weight · ∂loss/∂log-probability. */
  readonly gradient: Float64Array
}

/** The log-probability of each token of a sequence. [L], 0 for first tokens. */
export function gathered(length: number, chains: readonly Pick<PendingChain, 'chain' | 'logprobs'>[]): Float32Array {
  const values = new Float32Array(length)
  for (const { chain, logprobs } of chains)
    chain.places.forEach((place, at) => {
      if (at > 0 && chain.own[at] === 1) values[place] = nth(logprobs, at - 1)
    })
  return values
}

/** @param chains of the example, each with its log-probabilities. */
export function pendingOf(
  { sequence, spans }: Example,
  chains: readonly Pick<PendingChain, 'chain' | 'logprobs'>[],
  rule: SpanRule,
): { readonly sums: Sums; readonly chains: readonly PendingChain[] } {
  const { length } = sequence.tokens
  const logprobs = gathered(length, chains)
  const gradient = new Float64Array(length)
  /* The service returns no entropies. */
  const sums: Sums = { ...zeroSums(), entropy: null, read: length }
  sums.padding = chains.reduce((sum, { chain }) => sum + chain.tokens.length, -length)
  for (const span of spans) {
    const loss = rule(logprobs.subarray(span.start, span.end), span)
    loss.gradient.forEach(
      (slope, at) => (gradient[span.start + at] = nth(gradient, span.start + at) + span.weight * slope),
    )
    addSpan(sums, span, loss, null)
  }
  return {
    sums,
    chains: chains.map(({ chain, logprobs: own }) => ({
      chain,
      logprobs: own,
      gradient: gradientOf(chain, gradient, own.length),
    })),
  }
}

/** Where the chain's tokens are its own. [length] @param gradient of all tokens of the sequence. */
function gradientOf({ places, own }: Chain, gradient: Float64Array, length: number): Float64Array {
  const ofChain = new Float64Array(length)
  for (let at = 0; at < length; at += 1) if (own[at + 1] === 1) ofChain[at] = nth(gradient, nth(places, at + 1))
  return ofChain
}

/**
 * The data of one update by importance sampling: A = −(factor) ∂C/∂log p, at which the ratio is 1 and its gradient exact. Chains
 * without any gradient are left out, except for one: an update there must be.
 *
 * @param weight Σ of the weights of all spans.
 */
export function updateData(
  pending: readonly PendingChain[],
  weight: number,
  normalisation: Normalisation,
): readonly Datum[] {
  const trained = pending.filter(({ gradient }) => gradient.some(slope => slope !== 0))
  const all = trained.length > 0 ? trained : pending.slice(0, 1)
  const factors = factorsOf(
    normalisation,
    weight,
    all.map(({ logprobs }) => ({ tokens: logprobs.length })),
  )
  return zip(all, factors).map(([{ chain, logprobs, gradient }, factor]) =>
    trainingDatum(chain, logprobs, new Float32Array(gradient.map(slope => (slope === 0 ? 0 : -factor * slope)))),
  )
}

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
function factorsOf(normalisation: Normalisation, weight: number, shares: readonly Share[]): readonly number[] {
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
