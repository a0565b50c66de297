/** Laws of the policy's advantages: how they answer to larger, more or other rewards. */
import type { ByStep } from '../../../methods/rlanything/formulation/formulation.ts'
import { rewardedGroups } from '../cases/cases.ts'
import type { FormulationLaw } from '../cases/law.ts'
import { differences, rounding } from '../cases/numbers.ts'
import { distinctTexts, numberText } from '../cases/tables.ts'
import { advantagesOf, cases, grpoCase, ofAdvantages, plainFormulation, worked } from './advantage-cases.ts'

export const advantageSizeLaws: readonly FormulationLaw[] = [
  ofAdvantages({
    name: 'duplication',
    statement: 'a group in which every episode occurs twice has the same advantages: they do not grow with its size',
    source: `${grpoCase}, with the population's standard deviation`,
    severity: 'should',
    cases: () => cases(rewardedGroups({ least: 2 })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const twice = { ...one, group: [...one.group, ...one.group], rewards: [...one.rewards, ...one.rewards] }
      const shared = soleSteps(one.rewards)
      const doubled = advantagesOf(formulation, twice).slice(0, one.group.length)
      /* A step that one episode reaches alone is reached by two of the doubled group: they may be distinguished. */
      const differs = differences(masked(doubled, shared), masked(found, shared))
      return differs === null ? null : worked(one, found, `doubled, too, ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'advantage-monotone',
    statement: 'where every episode has one step, a higher reward never has a lower advantage',
    source: plainFormulation,
    cases: () => cases(rewardedGroups({ steps: 1, least: 2 })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const order = one.rewards.map(([reward], episode) => ({ reward: reward ?? 0, A: found[episode]?.[0] ?? 0 }))
      for (const a of order)
        for (const b of order)
          if (a.reward > b.reward && !(a.A > b.A - rounding))
            return worked(
              one,
              found,
              `R ${numberText(a.reward)} at least as high as R ${numberText(b.reward)}`,
              distinctTexts(a.A, b.A).join(' < '),
            )
      return null
    },
  }),
  ofAdvantages({
    name: 'shift',
    statement: 'the same amount more for every step changes nothing',
    source: 'a baseline takes it away: Williams, REINFORCE, 1992',
    severity: 'should',
    cases: () => cases(rewardedGroups({ least: 2, even: true })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const shifted = advantagesOf(formulation, { ...one, rewards: one.rewards.map(row => row.map(add(4))) })
      const differs = differences(shifted, found)
      return differs === null ? null : worked(one, found, `with 4 more ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'scale',
    statement: 'rewards twice as large have the same advantages',
    source: `${grpoCase}; without the division by the deviation they are twice as large: Liu et al. (Dr. GRPO), arXiv 2503.20783`,
    severity: 'curious',
    cases: () => cases(rewardedGroups({ least: 2, even: true })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const doubled = advantagesOf(formulation, {
        ...one,
        rewards: one.rewards.map(row => row.map(value => value && 2 * value)),
      })
      const differs = differences(doubled, found)
      return differs === null
        ? null
        : worked(one, found, `of rewards twice as large ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'advantage-bounded',
    statement:
      'no advantage exceeds the root of the number of steps compared, nor the spread of the rewards, whichever is larger',
    source: 'a z-score over n values is at most √(n − 1); leave-one-out with a deviation has no bound',
    severity: 'should',
    cases: () => cases(rewardedGroups({ least: 2 })),
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const rewards = one.rewards.flat().filter(value => value !== null)
      const spread = totalsOf(one.rewards)
      const bound = Math.max(Math.sqrt(rewards.length), spread) * (1 + 1e-6)
      const odd = found.flat().find(value => value !== null && Math.abs(value) > bound)
      if (odd === undefined || odd === null) return null
      const [most, had] = distinctTexts(Math.sign(odd) * bound, odd)
      return worked(one, found, `within ± ${most.replace('-', '')}`, had)
    },
  }),
]

const add =
  (amount: number) =>
  (value: number | null): number | null =>
    value === null ? null : value + amount

/** [steps] whether one episode alone reaches the step index. */
function soleSteps(rewards: ByStep): boolean[] {
  const longest = Math.max(...rewards.map(({ length }) => length))
  return Array.from({ length: longest }, (_, step) => rewards.filter(({ length }) => length > step).length === 1)
}

const masked = (values: ByStep, sole: readonly boolean[]): ByStep =>
  values.map(row => row.map((value, step) => (sole[step] === true ? null : value)))

/** Largest difference between two rewards, or between two episodes' sums of them. */
function totalsOf(rewards: ByStep): number {
  const sums = rewards.map(row => row.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const all = rewards.flat().filter(value => value !== null)
  return Math.max(Math.max(...sums) - Math.min(...sums), Math.max(...all) - Math.min(...all))
}
