/**
 * On-policy distillation by hindsight: the teacher is the policy itself, told in its prompt a hint of what it should have known.
 * Source: Wang et al., OpenClaw-RL, arXiv 2603.10165, OPD. Departures: README.md. Pure.
 */
import { z } from 'zod'
import { turnSections, turnSettings, votesSection } from '../turns/settings.ts'
import {
  neverEnding,
  type Hindsight,
  type TurnAdvantage,
  type TurnEpisode,
  type TurnMethod,
} from '../turns/turn-method.ts'

const schema = z.strictObject({ ...turnSections, hints: votesSection(256) })

export const opd: TurnMethod = {
  name: 'opd',
  schema,
  begin: given => {
    const { hints, ...settings } = turnSettings('opd', schema, given)
    return {
      ...{ settings, hints, unit: 'turn', verdicts: null, rewardModel: null, sessions: neverEnding },
      credit: group => ({ policy: group.map(opdAdvantages), rewardModel: null }),
    }
  },
}

const opdAdvantages = ({ hindsights }: TurnEpisode): readonly TurnAdvantage[] =>
  hindsights.map(hindsight => (hindsight === null ? 'no hint' : distilled(hindsight)))

/** A_t = log π(a_t | s, hint) − log π(a_t | s): [n] nats. @throws {RangeError} if the lengths differ. */
export function distilled({ hinted, unhinted }: Hindsight): Float32Array {
  if (hinted.length !== unhinted.length)
    throw new RangeError(`hinted must have ${unhinted.length} log-probabilities, one a token, got ${hinted.length}`)
  return hinted.map((logprob, token) => logprob - (unhinted[token] ?? 0))
}
