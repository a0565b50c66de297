export interface Choice {
  readonly token: number
  /** log p at temperature 1 over the whole vocabulary, nats. */
  readonly logprob: number
}

export interface ChoiceOptions {
  /** In [0, ∞); 0 takes the likeliest, the lowest id of equals. */
  readonly temperature: number
  /** Nucleus mass in (0, 1]: the fewest likeliest tokens that hold this much are drawn from. */
  readonly topP: number
}

/**
 * Draws one token. Sums run in float64 in the order of ids, so that equal logits give equal choices.
 * Source of the nucleus: Holtzman et al., The curious case of neural text degeneration, ICLR 2020.
 *
 * @param logits [vocabulary].
 * @param uniform in [0, 1); which part of the mass is drawn.
 * @throws {Error} if the logits have no finite maximum.
 */
export function choose(logits: Float32Array, { temperature, topP }: ChoiceOptions, uniform: number): Choice {
  let best = 0
  for (let id = 1; id < logits.length; id += 1) if (logits[id]! > logits[best]!) best = id
  const most = logits[best]!
  const plain = masses(logits, most, 1)
  if (!Number.isFinite(plain.total)) throw new Error('logits are not finite')
  const logprob = (token: number): number => logits[token]! - most - Math.log(plain.total)
  if (temperature === 0) return { token: best, logprob: logprob(best) }
  const { mass, total } = temperature === 1 ? plain : masses(logits, most, temperature)
  const token = topP === 1 ? draw(mass, total * uniform, best) : drawNucleus(mass, total * topP, uniform)
  return { token, logprob: logprob(token) }
}

/** Unnormalised probabilities, largest 1, and their sum. */
function masses(logits: Float32Array, most: number, temperature: number) {
  const mass = new Float64Array(logits.length)
  let total = 0
  for (let id = 0; id < logits.length; id += 1) {
    const share = Math.exp((logits[id]! - most) / temperature)
    mass[id] = share
    total += share
  }
  return { mass, total }
}

/** The id at which the running sum passes `target`; `last` should rounding leave none. */
function draw(mass: Float64Array, target: number, last: number): number {
  let sum = 0
  for (let id = 0; id < mass.length; id += 1) {
    sum += mass[id]!
    if (sum > target) return id
  }
  return last
}

function drawNucleus(mass: Float64Array, wanted: number, uniform: number): number {
  const order = Array.from(mass.keys()).sort((a, b) => mass[b]! - mass[a]! || a - b)
  let kept = 0
  let total = 0
  while (kept < order.length && total < wanted) {
    total += mass[order[kept]!]!
    kept += 1
  }
  const nucleus = Float64Array.from(order.slice(0, kept), id => mass[id]!)
  return order[draw(nucleus, total * uniform, 0)]!
}
