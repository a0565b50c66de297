/**
 * Weight of a sample that older weights drew: the truncated importance ratio ρ = min(ρ̄, π(x) / μ(x)) of the whole
 * sample x, π(x) / μ(x) = exp Σ_t (log π(x_t) − log μ(x_t)), π the model as its training begins, μ as it drew x.
 * With A ρ for A, the clipped objective around π is that of decoupled PPO: its trust region is around π, and what
 * μ drew counts by how likely π would have drawn it. Without truncation E_μ[ρ f] = E_π[f].
 * Source: Espeholt et al., IMPALA, arXiv 1802.01561, ρ of V-trace and its truncation level ρ̄; Fu et al., AReaL,
 * arXiv 2505.24298, the decoupled objective. Departure: both have a ratio for each token (or step); here the tokens
 * of an action or a vote share one advantage, so they share one ratio.
 *
 * @param proximal [n] log π, nats.
 * @param behaviour [n] log μ, nats.
 * @param cap ρ̄ > 0, finite.
 * @returns in [0, ρ̄]; 1 if π and μ agree and ρ̄ ≥ 1.
 * @throws {RangeError} if the lengths differ, a log-probability is not a number or `cap` is out of range.
 */
export function truncatedRatio(proximal: ArrayLike<number>, behaviour: ArrayLike<number>, cap: number): number {
  if (!(cap > 0 && cap < Infinity)) throw new RangeError(`cap must be in (0, ∞), got ${cap}`)
  if (behaviour.length !== proximal.length)
    throw new RangeError(`behaviour must have ${proximal.length} values, one a token, got ${behaviour.length}`)
  let difference = 0
  for (let t = 0; t < proximal.length; t += 1) difference += proximal[t]! - behaviour[t]!
  if (Number.isNaN(difference)) throw new RangeError('log-probabilities must be numbers, got NaN')
  return difference >= Math.log(cap) ? cap : Math.exp(difference)
}
