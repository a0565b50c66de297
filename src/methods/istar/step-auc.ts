import { groupBy } from '../../math/group-by.ts'

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
  let [good, bad, wins] = [0, 0, 0]
  for (const equals of groupBy(sorted, ({ reward }) => reward).values()) {
    const goodHere = equals.filter(({ label }) => label?.good === true).length
    const badHere = equals.length - goodHere
    wins += goodHere * (bad + badHere / 2)
    good += goodHere
    bad += badHere
  }
  return good === 0 || bad === 0 ? null : wins / (good * bad)
}
