import { nth } from '../../math/nth.ts'

interface Choice {
  readonly token: number
  /** log p at temperature 1 over the whole vocabulary, nats. */
  readonly logprob: number
}

/** Nothing can be drawn from logits that are not finite. */
export class LogitsError extends Error {
  override readonly name = 'LogitsError'

  constructor() {
    super('logits are not finite')
  }
}

interface TokenChoiceOptions {
  /** In [0, ∞); 0 takes the likeliest, the lowest id of equals. */
  readonly temperature: number
  /** Nucleus in (0, 1]: the fewest likeliest tokens whose probabilities sum to at least this much are sampled from. */
  readonly topP: number
}

/**
 * Draws one token. Sums run in float64 in the order of ids, so that equal logits give equal choices.
 * Source of the nucleus: Holtzman et al., The curious case of neural text degeneration, ICLR 2020.
 *
 * @param logits [vocabulary].
 * @param uniform in [0, 1); the point of the cumulative distribution that is drawn.
 * @param probs [vocabulary] their softmax, where the engine has computed it.
 * @throws {LogitsError} if the logits are not finite.
 */
export function choose(
  logits: Float32Array,
  options: TokenChoiceOptions,
  uniform: number,
  probs?: Float32Array,
): Choice {
  const { temperature, topP } = options
  const best = likeliest(logits)
  const plain = probs ?? unnormalizedProbsOf(logits, best, 1)
  const total = probs === undefined ? finiteSum(plain) : 1
  const bestProb = nth(plain, best) / total
  const choice = (token: number): Choice => ({
    token,
    logprob: nth(logits, token) - nth(logits, best) + Math.log(bestProb),
  })
  if (!Number.isFinite(bestProb)) throw new LogitsError()
  if (temperature === 0) return choice(best)
  const unnormalizedProbs = temperature === 1 ? plain : unnormalizedProbsOf(logits, best, temperature)
  const all = temperature === 1 ? total : finiteSum(unnormalizedProbs)
  return choice(
    topP === 1 ? draw(unnormalizedProbs, all * uniform) : drawNucleus(unnormalizedProbs, all * topP, uniform),
  )
}

/**
 * Draws one token at temperature 1 where the engine has computed the probabilities: nothing else of the logits is needed.
 *
 * @param probs [vocabulary] softmax of the logits.
 * @throws {LogitsError} if the logits are not finite.
 */
export function chooseByProbability(probs: Float32Array, topP: number, uniform: number): Choice {
  const token = topP === 1 ? draw(probs, uniform) : drawNucleus(probs, finiteSum(probs) * topP, uniform)
  const logprob = Math.log(nth(probs, token))
  if (!Number.isFinite(logprob)) throw new LogitsError()
  return { token, logprob }
}

type Weights = Float32Array | Float64Array

function likeliest(logits: Weights): number {
  let best = 0
  for (let id = 1; id < logits.length; id += 1) if (logits[id]! > logits[best]!) best = id
  return best
}

/** e^((logit − largest logit) / temperature) of each; 0 below e^−40, which no sum in float64 would show. */
function unnormalizedProbsOf(logits: Float32Array, best: number, temperature: number): Float64Array {
  const bestLogit = nth(logits, best)
  const unnormalizedProbs = new Float64Array(logits.length)
  for (let id = 0; id < unnormalizedProbs.length; id += 1) {
    const power = (logits[id]! - bestLogit) / temperature
    /* NaN is not less than −40, and is carried on. */
    if (!(power < -40)) unnormalizedProbs[id] = Math.exp(power)
  }
  return unnormalizedProbs
}

function finiteSum(unnormalizedProbs: Weights): number {
  let total = 0
  for (const prob of unnormalizedProbs) total += prob
  if (!Number.isFinite(total)) throw new LogitsError()
  return total
}

/** The id at which the running sum passes `target`; the likeliest should rounding leave none. */
function draw(unnormalizedProbs: Weights, target: number): number {
  let passed = 0
  for (let id = 0; id < unnormalizedProbs.length; id += 1) {
    passed += unnormalizedProbs[id]!
    if (passed > target) return id
  }
  return likeliest(unnormalizedProbs)
}

function drawNucleus(unnormalizedProbs: Weights, wanted: number, uniform: number): number {
  const order = Array.from(unnormalizedProbs.keys()).sort(
    (a, b) => unnormalizedProbs[b]! - unnormalizedProbs[a]! || a - b,
  )
  let kept = 0
  let total = 0
  for (const id of order) {
    if (!(total < wanted)) break
    total += unnormalizedProbs[id]!
    kept += 1
  }
  const nucleus = Float64Array.from(order.slice(0, kept), id => unnormalizedProbs[id]!)
  return nth(order, draw(nucleus, total * uniform))
}
