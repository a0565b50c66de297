/**
 * Generalised advantages A_t = δ_t + γ λ A_{t+1}; where nothing follows, A_t = δ_t.
 * Source: Schulman, Moritz, Levine, Jordan & Abbeel, High-dimensional continuous control using generalized advantage estimation,
 * arXiv 1506.02438, eq. 16.
 *
 * @param errors δ_t = r_t + γ V_{t+1} − V_t, in their order.
 * @param decay γ λ
 * @param isLast whether none of the errors after that place belongs to it; nothing follows the last of all.
 */
export function decayedErrors(
  errors: readonly number[],
  decay: number,
  isLast: (place: number) => boolean = () => false,
): number[] {
  const found = errors.slice()
  let next = 0
  for (let place = errors.length - 1; place >= 0; place -= 1) {
    next = (errors[place] ?? 0) + (isLast(place) ? 0 : decay * next)
    found[place] = next
  }
  return found
}
