/** Packs the actions of episodes with a separate advantage for each token. Pure. */
import type { Rollout } from '../../contracts/episode.ts'
import { nth } from '../../math/nth.ts'
import { packEpisode, type Packed } from '../../learning/packing/packing.ts'
import { createSampleFilter, type Freshness } from '../../learning/sample-filter.ts'
import type { Samples } from '../../learning/samples.ts'

interface TokenCredited {
  readonly rollout: Rollout
  /** [steps][tokens] */
  readonly advantages: readonly (readonly number[])[]
}

/** Every written token is a separate sample: the mean of the loss is over tokens. */
export function tokenSamples(credited: readonly TokenCredited[], freshness: Freshness): Samples {
  const sampleFilter = createSampleFilter(freshness)
  const packed = credited.flatMap(({ rollout, advantages }) => {
    const { steps } = rollout.episode
    const credits = steps.map(step =>
      sampleFilter.keep('kept', { ...step, advantage: 1, weight: 1, noAdvantageReason: 'no reward' }),
    )
    const whole = packEpisode({ steps }, credits)
    const own = advantages.filter((_, step) => credits[step] !== null)
    return whole.targets.length === 0 ? [] : [tokenwise(whole, own)]
  })
  return { packed, dropped: sampleFilter.dropped, ages: sampleFilter.ages }
}

const tokenwise = ({ sequence, targets }: Packed, advantages: readonly (readonly number[])[]): Packed => ({
  sequence,
  targets: targets.flatMap((target, index) =>
    Array.from({ length: target.end - target.start }, (_, token) => ({
      ...target,
      start: target.start + token,
      end: target.start + token + 1,
      advantage: nth(nth(advantages, index), token),
      behaviour: target.behaviour.slice(token, token + 1),
    })),
  ),
})
