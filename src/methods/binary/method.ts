/**
 * Training on what happens next: the majority of the verdicts on a turn is the advantage of all its tokens.
 * Source: Wang et al., OpenClaw-RL, arXiv 2603.10165, binary reward. Departures: README.md. Pure.
 */
import { z } from 'zod'
import { observerNotes } from '../../contracts/episode.ts'
import { valuesOf } from '../../reward/outcome.ts'
import { zip } from '../../math/zip.ts'
import { majority } from '../../reward/verdicts/quality.ts'
import { turnSections, turnSettings, votesSection } from '../turns/settings.ts'
import { neverEnding, type TurnAdvantage, type TurnEpisode, type TurnMethod } from '../turns/turn-method.ts'

const schema = z.strictObject({ ...turnSections, verdicts: votesSection(64) })

export const binary: TurnMethod = {
  name: 'binary',
  schema,
  begin: given => {
    const { verdicts, ...settings } = turnSettings('binary', schema, given)
    return {
      ...{ settings, verdicts, unit: 'turn', hints: null, rewardModel: null, sessions: neverEnding },
      credit: group => ({ policy: group.map(binaryAdvantages), rewardModel: null }),
    }
  },
}

/** [turns] 1, −1, or 0 for a tie; malformed verdicts have no voice, and a person's is the only one. */
export const binaryAdvantages = (episode: TurnEpisode): readonly TurnAdvantage[] =>
  zip(observerNotes(episode), episode.humanVerdicts).map(([step, human]) => {
    const votes = human === null ? (valuesOf(step) ?? []) : [human]
    return votes.length === 0 ? 'no verdict' : majority(votes)
  })
