/**
 * How well step rewards tell good steps from bad: the chance that a good one has the greater reward, equal ones counting a half. Below ½
 * they point the wrong way, as where the policy improves faster than the reward model.
 *
 * @param steps rewards, with the expert's label; those without one are left out.
 * @returns in [0, 1]; `null` unless there are both.
 */
export function stepAuc(
  steps: readonly { readonly reward: number; readonly label: { readonly good: boolean } | null }[],
): number | null {
  const sorted = steps.filter(({ label }) => label !== null).sort((one, other) => one.reward - other.reward)
  const good = sorted.filter(({ label }) => label?.good === true).length
  const bad = sorted.length - good
  if (good === 0 || bad === 0) return null
  let badBelow = 0
  let wins = 0
  for (let from = 0; from < sorted.length;) {
    const reward = sorted[from]?.reward
    const ties = sorted.slice(from).findIndex(step => step.reward !== reward)
    const to = ties < 0 ? sorted.length : from + ties
    const goodHere = sorted.slice(from, to).filter(({ label }) => label?.good === true).length
    const badHere = to - from - goodHere
    wins += goodHere * (badBelow + badHere / 2)
    badBelow += badHere
    from = to
  }
  return wins / (good * bad)
}
