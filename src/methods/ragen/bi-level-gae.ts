import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { decayedErrors } from '../kit/decayed-errors.ts'

/** One trajectory: turns of tokens, and the reward of each turn. */
export interface TurnValues {
  /** [turns][tokens] V before each written token. No turn is empty. */
  readonly values: readonly (readonly number[])[]
  /** [turns] r of each turn; it may be 0. */
  readonly rewards: readonly number[]
}

interface BiLevelGaeOptions {
  /** γ between the tokens of a turn, in [0, 1]. */
  readonly gamma: number
  /** γ between turns, in [0, 1]. */
  readonly turnGamma: number
  /** λ of both, in [0, 1]. */
  readonly lambda: number
}

interface TokenCredit {
  /** [turns][tokens] */
  readonly advantages: readonly (readonly number[])[]
  /** [turns][tokens] the critic's targets: A + V. */
  readonly returns: readonly (readonly number[])[]
}

/**
 * Generalised advantages at two levels. First between turns, at the last token of each: δ = r + γ_turn V(next end) − V(end), summed with
 * γ_turn λ. Then within each turn, token by token, where the return found for the turn is the reward of its last token.
 * Source: RAGEN, arXiv 2504.20073, bi-level GAE; Schulman et al., arXiv 1506.02438. Departure: turns end at their marked ends. The
 * released code takes a token with a reward other than 0 for the end of a turn, so a turn of reward 0 is joined with the next.
 *
 * @throws {RangeError} if the numbers of turns differ, a turn has no token or an option is outside [0, 1].
 */
export function biLevelGae({ values, rewards }: TurnValues, options: BiLevelGaeOptions): TokenCredit {
  const { gamma, turnGamma, lambda } = options
  for (const [name, value] of Object.entries({ gamma, turnGamma, lambda }))
    if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be in [0, 1], got ${value}`)
  if (values.length !== rewards.length)
    throw new RangeError(`rewards must be ${values.length}, one a turn, got ${rewards.length}`)
  const ends = values.map(turn => nth(turn, turn.length - 1))
  const turnReturns = zip(gae(ends, rewards, turnGamma, lambda), ends).map(([advantage, value]) => advantage + value)
  const advantages = zip(values, turnReturns).map(([turn, ofTurn]) =>
    gae(
      turn,
      turn.map((_, token) => (token === turn.length - 1 ? ofTurn : 0)),
      gamma,
      lambda,
    ),
  )
  const returns = zip(advantages, values).map(([ofTurn, turn]) =>
    zip(ofTurn, turn).map(([advantage, value]) => advantage + value),
  )
  return { advantages, returns }
}

/** Advantages; after the last there is nothing. */
const gae = (values: readonly number[], rewards: readonly number[], gamma: number, lambda: number): readonly number[] =>
  decayedErrors(
    zip(values, rewards).map(([value, reward], place) => reward + gamma * (values[place + 1] ?? 0) - value),
    gamma * lambda,
  )
