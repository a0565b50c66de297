/** Laws of how the policy's advantages hand a reward on to other steps of its episode: backwards, if at all. */
import fc from 'fast-check'
import type { ByStep, Formulas } from '../../../../methods/rlanything/formulation/formulation.ts'
import { stepVotes } from '../../cases/arbitraries.ts'
import { episodeWith, moments } from '../../cases/cases.ts'
import { lawsOf, type FormulationLaw } from '../../cases/law.ts'
import { near, rounding } from '../../cases/numbers.ts'
import { distinctTexts, groupTable, numberText } from '../../cases/tables.ts'
import { advantagesOf, worked, type AdvantageCase } from '../advantage-cases.ts'
import { nth } from '../../../../math/nth.ts'

/** Pairs of episodes with the same steps, of which one is rewarded with as much as the other is punished. */
interface Mirrored extends AdvantageCase {
  readonly steps: number
  readonly size: number
  readonly otherSteps: number
}

/** At every step, or at one alone. */
const rewardsAt = ({ group, size }: Mirrored, at: number | 'every', steps: number): ByStep =>
  group.map((_, episode) =>
    Array.from({ length: steps }, (_, step) =>
      at === 'every' || at === step ? (episode % 2 === 0 ? size : -size) : 0,
    ),
  )

const mirrored: fc.Arbitrary<Mirrored> = fc
  .record({
    steps: fc.integer({ min: 2, max: 5 }),
    otherSteps: fc.integer({ min: 1, max: 5 }),
    pairs: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 16 }).map(eighths => eighths / 8),
    votes: fc.array(stepVotes, { minLength: 30, maxLength: 30 }),
    progress: moments,
  })
  .map(({ pairs, votes, ...one }) => {
    const group = Array.from({ length: 2 * pairs }, (_, episode) =>
      episodeWith(episode % 2 === 0 ? 1 : -1, votes.slice(5 * episode, 5 * episode + one.steps)),
    )
    return { ...one, group, rewards: rewardsAt({ ...one, group, rewards: [] }, 'every', one.steps) }
  })

const given = (formulas: Formulas, one: Mirrored, at: number | 'every'): ByStep =>
  advantagesOf(formulas, { ...one, rewards: rewardsAt(one, at, one.steps) })

const size = (values: ByStep, step: number): number => Math.abs(values[0]?.[step] ?? 0)

/** Of which step the first episode has no advantage; −1 if it has one at every step, or at none. */
const lacking = (A: ByStep, steps: number): number => {
  const sizes = Array.from({ length: steps }, (_, step) => size(A, step))
  return Math.max(...sizes) <= rounding ? -1 : sizes.findIndex(value => !(value > rounding))
}

const ofFlow = lawsOf<Mirrored>({
  part: 'advantages',
  show: ({ group, rewards }) => groupTable(group, { R: rewards }),
  cases: () => mirrored,
})

const source = 'return from a step on: Sutton & Barto, Reinforcement Learning, eq. 3.8'

export const flowLaws: readonly FormulationLaw[] = [
  ofFlow({
    name: 'advantage-reaches-every-step',
    statement:
      'an episode that is rewarded alike at all steps, otherwise than others, has an advantage at each or at none',
    source: 'RLAnything, arXiv 2602.02488, policy advantage: at every step that the episode reaches',
    find: (formulas, one) => {
      const A = given(formulas, one, 'every')
      const step = lacking(A, one.steps)
      return step < 0 ? null : worked(one, A, `other than 0 at step ${step} of episode 0`, numberText(A[0]?.[step]))
    },
  }),
  ofFlow({
    name: 'credit-flows-back',
    statement:
      'a reward is credited to its own step no less the later that is, to steps before it no more the earlier they are, and not to later ones alone',
    source,
    find: (formulas, one) => {
      const last = one.steps - 1
      const at = (step: number) => ({ ...one, rewards: rewardsAt(one, step, one.steps) })
      const [ofLast, ofFirst] = [given(formulas, one, last), given(formulas, one, 0)]
      for (let step = 1; step <= last; step += 1)
        if (size(ofLast, step) < size(ofLast, step - 1) * (1 - 1e-6) - rounding) {
          const [least, had] = distinctTexts(size(ofLast, step - 1), size(ofLast, step))
          return worked(at(last), ofLast, `at step ${step} at least ${least}, of either sign`, had)
        }
      const own = Array.from({ length: one.steps }, (_, step) => size(given(formulas, one, step), step))
      const less = own.findIndex((value, step) => value < (own[step - 1] ?? 0) * (1 - 1e-6) - rounding)
      if (less >= 0) {
        const [least, had] = distinctTexts(own[less - 1], own[less])
        return worked(
          at(less),
          given(formulas, one, less),
          `at step ${less} at least ${least}, of either sign, as a reward at step ${less - 1} has there`,
          had,
        )
      }
      if (size(ofFirst, last) <= rounding || size(ofLast, 0) > rounding) return null
      return worked(at(last), ofLast, `other than 0 at step 0, as step ${last} has of a reward at step 0`, '0')
    },
  }),
  ofFlow({
    name: 'last-step-in-full',
    statement:
      'of episodes that are rewarded alike at all steps the last step has the same advantage, however many came before',
    source: 'divided by the number of steps, or summed over them, long episodes count otherwise than short ones',
    severity: 'should',
    find: (formulas, one) => {
      const A = given(formulas, one, 'every')
      const steps = Array.from({ length: one.otherSteps })
      const group = one.group.map(({ outcome, votes }) => {
        const first = nth(votes, 0)
        return episodeWith(
          outcome,
          steps.map(() => first),
        )
      })
      const other = { ...one, steps: one.otherSteps, group }
      const [ours, theirs] = [size(A, one.steps - 1), size(given(formulas, other, 'every'), one.otherSteps - 1)]
      if (near(ours, theirs)) return null
      const [wanted, had] = distinctTexts(theirs, ours)
      return worked(one, A, `${wanted} at the last step, as of ${one.otherSteps}`, had)
    },
  }),
]
