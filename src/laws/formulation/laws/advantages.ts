/** Laws of the policy's advantages: over whom they are taken, and which steps have none. */
import fc from 'fast-check'
import type { ByStep } from '../../../methods/rlanything/formulation/formulation.ts'
import { rewardedGroups } from '../cases/cases.ts'
import type { FormulationLaw } from '../cases/law.ts'
import { attempted } from '../cases/attempted.ts'
import { firstDifference, placed } from '../../law/first-difference.ts'
import { differences, isCentred, isUnit, pools, rounding } from '../cases/numbers.ts'
import { numberText } from '../cases/tables.ts'
import { advantagesOf, cases, grpoCase, ofAdvantages, plainFormulation, worked } from './advantage-cases.ts'
import { nth } from '../../../math/nth.ts'

export const advantageLaws: readonly FormulationLaw[] = [
  ofAdvantages({
    name: 'advantage-shape',
    statement: 'there is an advantage for each reward, and none where there is no reward',
    source: plainFormulation,
    cases: () => cases(rewardedGroups({ holes: true })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const shape = (values: ByStep) => values.map(row => row.map(value => (value === null ? null : 'a number')))
      const difference = firstDifference(shape(one.rewards), shape(found))
      return difference === null ? null : worked(one, found, ...placed(difference))
    },
  }),
  ofAdvantages({
    name: 'advantage-finite',
    statement: 'finite rewards, however large, small or alike, have finite advantages',
    source: 'one advantage that is not a number makes every weight of the model one',
    cases: () => cases(rewardedGroups({ extreme: true })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && !Number.isFinite(value))
      return odd === undefined ? null : worked(one, found, 'finite numbers', String(odd))
    },
  }),
  ofAdvantages({
    name: 'no-silent-nan',
    statement:
      'a reward that is no finite number is refused, or has no finite advantage: it never becomes a number by itself',
    source: 'a reward that could not be computed is invalid, never 0',
    cases: () => cases(rewardedGroups({ broken: true })),
    find: (formulation, one) => {
      const found = attempted(() => advantagesOf(formulation, one))
      if (found === null) return null
      const silent = one.rewards.some((row, episode) =>
        row.some(
          (reward, step) => reward !== null && !Number.isFinite(reward) && Number.isFinite(found[episode]?.[step]),
        ),
      )
      return silent ? worked(one, found, 'an error, or no finite number in its place', 'a number') : null
    },
  }),
  ofAdvantages({
    name: 'hole-leaves-its-group',
    statement: 'an episode whose only step could not be rewarded is as if it had not been played: it is no 0',
    source: 'RLAnything, arXiv 2602.02488, over the episodes that reach the step',
    cases: () => cases(rewardedGroups({ steps: 1, holes: true })),
    find: (formulation, one) => {
      const kept = one.rewards.flatMap(([reward], episode) => (typeof reward === 'number' ? [episode] : []))
      if (kept.length === one.group.length) return null
      const found = advantagesOf(formulation, one)
      const without = advantagesOf(formulation, {
        ...one,
        group: kept.map(episode => nth(one.group, episode)),
        rewards: kept.map(episode => nth(one.rewards, episode)),
      })
      const rest = kept.map(episode => found[episode] ?? [])
      const differs = differences(rest, without)
      return differs === null ? null : worked(one, found, `as without it: ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'episode-order',
    statement: 'the order of episodes has no effect',
    source: plainFormulation,
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const turned = { ...one, group: one.group.toReversed(), rewards: one.rewards.toReversed() }
      const differs = differences(advantagesOf(formulation, turned).toReversed(), found)
      return differs === null ? null : worked(one, found, `in any order ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'centred',
    statement: 'advantages have mean 0 over what the formulation claims, and variance 1 where it claims that',
    source: grpoCase,
    claim: { policy: { over: 'episodes', unit: false } },
    cases: () => fc.oneof(cases(rewardedGroups()), cases(rewardedGroups({ holes: true }))),
    find: (formulation, one) => {
      const claim = formulation.claims.policy
      if (claim === undefined) return null
      const found = advantagesOf(formulation, one)
      const wrong = pools(found, claim.over).find(
        pool => !(isCentred(pool) && (!claim.unit || pool.every(value => value === 0) || isUnit(pool))),
      )
      if (wrong === undefined) return null
      return worked(
        one,
        found,
        `mean 0${claim.unit ? ' and variance 1, or all 0' : ''}`,
        wrong.map(numberText).join(', '),
      )
    },
  }),
  ofAdvantages({
    name: 'singleton',
    statement: 'an episode without another to compare it with has no advantage',
    source: "RLAnything, arXiv 2602.02488; its authors' code keeps the raw reward",
    cases: () => cases(rewardedGroups({ most: 1 })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && value !== 0)
      /* Steps of one episode may be compared with each other: only a step that is alone has none. */
      return odd === undefined || nth(one.rewards, 0).length > 1 ? null : worked(one, found, '0', numberText(odd))
    },
  }),
  ofAdvantages({
    name: 'singleton-step',
    statement: 'a step that one episode alone reaches has the advantage 0',
    source: "RLAnything, arXiv 2602.02488; its authors' code keeps the raw reward",
    claim: { policy: { over: 'step-index', unit: true } },
    inapplicable: ({ claims }) => (claims.policy?.over === 'episodes' ? 'it claims to compare whole episodes' : null),
    cases: () => cases(rewardedGroups({ least: 2 })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const longest = Math.max(...one.rewards.map(({ length }) => length))
      const reaching = one.rewards.filter(({ length }) => length === longest)
      if (reaching.length > 1) return null
      const value = found[one.rewards.findIndex(({ length }) => length === longest)]?.[longest - 1]
      return value === 0 ? null : worked(one, found, `0 at step ${longest - 1}`, numberText(value))
    },
  }),
  ofAdvantages({
    name: 'no-variance',
    statement:
      'a group with equal rewards throughout has no advantages; of equal lengths where the last step has the outcome',
    source: grpoCase,
    cases: ({ claims }) => cases(rewardedGroups({ alike: true, least: 2, even: claims.outcome === 'last-step' })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && Math.abs(value) > rounding)
      return odd === undefined ? null : worked(one, found, '0 throughout', numberText(odd))
    },
  }),
]
