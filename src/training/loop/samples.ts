/** Which actions and which votes of an iteration are trained on, packed, with what was left out and why. Pure. */
import { classWeights } from '../../math/class-weights.ts'
import { type GroupCredit, outcomeOf } from './credit.ts'
import { fit, type SuccessFilter } from './filters.ts'
import { rolloutsOf, type PlayedGroup } from './groups.ts'
import { shareOf } from './measure.ts'
import { packEpisode, packVotes, type Credit, type Packed } from './packing.ts'

/** A group with its credit. */
export interface CreditedGroup {
  readonly group: PlayedGroup
  readonly credit: GroupCredit
}

export interface Samples {
  readonly packed: readonly Packed[]
  /** Samples left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>
}

/** Every action with an advantage, of the groups that pass the filter; an invalid step has none. */
export function policySamples(groups: readonly CreditedGroup[], filter: SuccessFilter): Samples {
  const tally = counter()
  const packed = groups.flatMap(({ group, credit }) => {
    const verdict = fit(successShare(group), filter)
    return group.members.flatMap(({ rollout }, episode) => {
      const credits = credit.advantages[episode]!.map(advantage => keep(tally, verdict, advantage, 1))
      return credits.some(each => each !== null) ? [packEpisode(rollout.episode, credits)] : []
    })
  })
  return { packed, dropped: tally.counts }
}

/**
 * Every vote with an advantage, of the groups that pass the filter.
 *
 * @param balance weighs votes so that those on won and on lost episodes count alike.
 */
export function judgeSamples(groups: readonly CreditedGroup[], filter: SuccessFilter, balance: boolean): Samples {
  const tally = counter()
  const weights = balance ? outcomeWeights(groups, filter) : { won: 1, lost: 1 }
  const packed = groups.flatMap(({ group, credit }) => {
    const verdict = fit(successShare(group), filter)
    return group.members.flatMap(({ rollout }, episode) => {
      const weight = outcomeOf(rollout) === 1 ? weights.won : weights.lost
      const credits = credit.judgeAdvantages[episode]!.map(ofStep =>
        ofStep.map(advantage => keep(tally, verdict, advantage, weight)),
      )
      return credits.flat().some(each => each !== null) ? [packVotes(rollout.judged, credits)] : []
    })
  })
  return { packed, dropped: tally.counts }
}

/** Weights that make the votes on won and on lost episodes count alike, with mean 1 over the votes. */
function outcomeWeights(groups: readonly CreditedGroup[], filter: SuccessFilter): { won: number; lost: number } {
  let won = 0
  let lost = 0
  for (const { group, credit } of groups) {
    if (fit(successShare(group), filter) !== 'kept') continue
    group.members.forEach(({ rollout }, episode) => {
      const votes = credit.judgeAdvantages[episode]!.flat().filter(advantage => advantage !== 0).length
      if (outcomeOf(rollout) === 1) won += votes
      else lost += votes
    })
  }
  const [ofWon, ofLost] = classWeights(won, lost)
  return { won: ofWon, lost: ofLost }
}

const successShare = (group: PlayedGroup): number => shareOf(rolloutsOf(group), ({ episode }) => episode.won)

interface Counter {
  readonly counts: Record<string, number>
  readonly add: (reason: string) => null
}

function counter(): Counter {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: reason => {
      counts[reason] = (counts[reason] ?? 0) + 1
      return null
    },
  }
}

function keep(
  tally: Counter,
  verdict: ReturnType<typeof fit>,
  advantage: number | null,
  weight: number,
): Credit | null {
  if (advantage === null) return tally.add('invalid step')
  if (verdict !== 'kept') return tally.add(`group ${verdict}`)
  return advantage === 0 ? tally.add('zero advantage') : { advantage, weight }
}
