/**
 * The shortest attempt that is left when pieces are taken away as long as it is still one that was looked for: halves, then
 * quarters, down to single actions. Source: Zeller & Hildebrandt, Simplifying and isolating failure-inducing input, 2002 (ddmin).
 *
 * @param isStill whether a list of actions still is one.
 */
export async function shrunk(
  actions: readonly string[],
  isStill: (actions: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let shortest = actions
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length && shortest.length > 1;) {
      const without = shortest.toSpliced(from, size)
      if (without.length > 0 && (await isStill(without))) shortest = without
      else from += size
    }
  }
  return shortest
}
