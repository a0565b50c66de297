/**
 * Learns during a run which kinds of edit get accepted: for each direction a Beta–Bernoulli
 * bandit under Thompson sampling. The state is plain data and is replaced, never changed.
 * Source: Thompson (1933); Russo et al., A tutorial on Thompson sampling, arXiv 1707.02038, algorithm 3.2.
 * Departure: evidence fades, because the policy learns and yesterday's too hard is today's right.
 */
import type { Direction } from '../contracts/worlds/environment.ts'
import { drawBeta } from '../math/beta.ts'
import { derive, randomFrom, type Key } from '../math/random.ts'
import type { Arm, Bandit } from '../contracts/worlds/edit-memory.ts'

export const emptyBandit: Bandit = { harder: {}, easier: {} }

interface LearnOptions {
  /** Share of older evidence of the same direction kept at each decision, in (0, 1]; 1 forgets nothing. */
  readonly memory?: number
}

/**
 * The edits of a direction, the most promising first: each is drawn a success rate from Beta(1 + accepted, 1 +
 * rejected). The rest of the order is for when the first does not apply to a task.
 *
 * @param names different names, in any order: draws are keyed by name, so the order has no effect.
 * @throws {RangeError} if `direction` is neither of the two.
 */
export function rankEdits(bandit: Bandit, direction: Direction, names: readonly string[], key: Key): string[] {
  const arms = armsOf(bandit, direction)
  return names
    .map(name => {
      const { accepted, rejected } = armOf(arms, name)
      return { name, rate: drawBeta(1 + accepted, 1 + rejected, randomFrom(derive(key, name))) }
    })
    .sort((a, b) => b.rate - a.rate || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}

/**
 * The bandit after one decision.
 *
 * @throws {RangeError} if `direction` is neither of the two or `memory` is out of range.
 */
export function learnDecision(
  bandit: Bandit,
  decision: { readonly direction: Direction; readonly edit: string; readonly accepted: boolean },
  { memory = 0.98 }: LearnOptions = {},
): Bandit {
  if (!(memory > 0 && memory <= 1)) throw new RangeError(`memory must be in (0, 1], got ${memory}`)
  const { direction, edit, accepted } = decision
  const faded = Object.fromEntries(
    Object.entries(armsOf(bandit, direction)).map(([name, arm]) => [
      name,
      { accepted: arm.accepted * memory, rejected: arm.rejected * memory },
    ]),
  )
  const arm = armOf(faded, edit)
  const learned = accepted ? { ...arm, accepted: arm.accepted + 1 } : { ...arm, rejected: arm.rejected + 1 }
  return { ...bandit, [direction]: { ...faded, [edit]: learned } }
}

function armsOf(bandit: Bandit, direction: Direction): Readonly<Record<string, Arm>> {
  if (!Object.hasOwn(bandit, direction))
    throw new RangeError(`direction must be 'harder' or 'easier', got '${direction}'`)
  return bandit[direction]
}

const armOf = (arms: Readonly<Record<string, Arm>>, name: string): Arm =>
  (Object.hasOwn(arms, name) ? arms[name] : undefined) ?? { accepted: 0, rejected: 0 }
