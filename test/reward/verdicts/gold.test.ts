import test from 'ava'
import { recordedObserver, type Rollout } from '../../../src/contracts/episode.ts'
import { goldObserver, goldQuality } from '../../../src/reward/verdicts/gold.ts'
import type { Vote } from '../../../src/reward/votes.ts'
import { zip } from '../../../src/math/zip.ts'
import { votedEpisode } from '../../run/rollout-arbitraries.ts'

interface Step {
  readonly votes: readonly Vote[]
  readonly good?: boolean
  readonly gold?: readonly Vote[]
}

const member = (...steps: readonly Step[]): { readonly rollout: Rollout } => {
  const { episode, notes } = votedEpisode({ won: false, votes: steps.map(({ votes }) => votes) })
  const labelled = zip(episode.steps, steps).map(([step, { good }]) => ({
    ...step,
    label: good === undefined ? null : { good, reason: '' },
  }))
  const { [recordedObserver]: gold = [] } = votedEpisode({
    won: false,
    votes: steps.map(step => step.gold ?? [0]),
  }).notes
  return { rollout: { episode: { ...episode, steps: labelled }, notes: { ...notes, [goldObserver]: gold } } }
}

test('approval, truth and the order within step indices, by labels', t => {
  const group = {
    members: [
      member({ votes: [1, 1], good: true }, { votes: [1, -1], good: false }),
      member({ votes: [1, -1], good: false }, { votes: [1, -1], good: true }),
    ],
  }
  /* Step 0 is in order; step 1 is a tie. */
  t.deepEqual(goldQuality([group]), { approval: 0.625, truth: 0.5, order: 0.75 })
  const apart = group.members.map(each => ({ members: [each] }))
  t.is(goldQuality(apart).order, null)
})

test('without labels the majority of the frozen copy stands for them, and a tie for nothing', t => {
  const group = {
    members: [member({ votes: [1], gold: [1, 1, -1] }), member({ votes: [1], gold: [-1] }), member({ votes: [-1] })],
  }
  t.deepEqual(goldQuality([group]), { approval: 1, truth: 0.5, order: 0.5 })
  t.deepEqual(goldQuality([{ members: [member({ votes: [1] })] }]), { approval: null, truth: null, order: null })
})
