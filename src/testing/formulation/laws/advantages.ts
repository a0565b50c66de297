/** Laws of the policy's advantages over a group. */
import fc from 'fast-check'
import type { ByStep, CompleteFormulation, Moment } from '../../../formulation/formulation.ts'
import { moments, rewardedGroups, type RewardedGroup } from '../cases.ts'
import { law, type Finding, type FormulationLaw, type LawOptions } from '../law.ts'
import { groupTable, numberText } from '../tables.ts'
import { differences, isCentred, isUnit, pools, rounding } from '../numbers.ts'

interface AdvantageCase extends RewardedGroup {
  readonly moment: Moment
}

const cases = (groups: fc.Arbitrary<RewardedGroup>): fc.Arbitrary<AdvantageCase> =>
  fc.record({ rewarded: groups, moment: moments }).map(({ rewarded, moment }) => ({ ...rewarded, moment }))

const usual = cases(rewardedGroups())

const advantagesOf = ({ advantages }: CompleteFormulation, { rewards, group, moment }: AdvantageCase): ByStep =>
  advantages(rewards, group, moment)

const show = ({ group, rewards }: AdvantageCase) => groupTable(group, { R: rewards })

const worked = ({ group, rewards }: AdvantageCase, A: ByStep, expected: string, found: string): Finding => ({
  table: groupTable(group, { R: rewards, A }),
  expected,
  found,
})

/** A law of advantages over the usual groups, unless it has its own. */
const ofAdvantages = (
  options: Omit<LawOptions<AdvantageCase>, 'part' | 'show' | 'cases'> &
    Partial<Pick<LawOptions<AdvantageCase>, 'cases'>>,
): FormulationLaw => law({ part: 'advantages', show, cases: () => usual, ...options })

const grpo = 'Shao et al., DeepSeekMath (GRPO), arXiv 2402.03300, eq. 3'
const plain = 'arithmetic of groups'

export const advantageLaws: readonly FormulationLaw[] = [
  ofAdvantages({
    name: 'advantage-shape',
    statement: 'there is an advantage for each reward, and none where there is no reward',
    source: plain,
    severity: 'must',
    cases: () => cases(rewardedGroups({ holes: true })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const shape = (values: ByStep) => values.map(row => row.map(value => (value === null ? 'none' : 'one')).join(' '))
      const [wanted, had] = [shape(one.rewards).join(' | '), shape(found).join(' | ')]
      return wanted === had ? null : worked(one, found, wanted, had)
    },
  }),
  ofAdvantages({
    name: 'advantage-finite',
    statement: 'finite rewards, however large, small or alike, have finite advantages',
    source: 'one advantage that is not a number makes every weight of the model one',
    severity: 'must',
    cases: () => cases(rewardedGroups({ extreme: true })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && !Number.isFinite(value))
      return odd === undefined ? null : worked(one, found, 'finite numbers', String(odd))
    },
  }),
  ofAdvantages({
    name: 'hole-leaves-its-group',
    statement: 'an episode whose only step could not be rewarded is as if it had not been played: it is no 0',
    source: 'RLAnything, arXiv 2602.02488, over the episodes that reach the step',
    severity: 'must',
    cases: () => cases(rewardedGroups({ steps: 1, holes: true })),
    judge: (formulation, one) => {
      const kept = one.rewards.flatMap(([reward], episode) => (typeof reward === 'number' ? [episode] : []))
      if (kept.length === one.group.length) return null
      const found = advantagesOf(formulation, one)
      const without = advantagesOf(formulation, {
        ...one,
        group: kept.map(episode => one.group[episode]!),
        rewards: kept.map(episode => one.rewards[episode]!),
      })
      const rest = kept.map(episode => found[episode] ?? [])
      const differs = differences(rest, without)
      return differs === null ? null : worked(one, found, `as without it: ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'episode-order',
    statement: 'the order of episodes has no effect',
    source: plain,
    severity: 'must',
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const turned = { ...one, group: one.group.toReversed(), rewards: one.rewards.toReversed() }
      const differs = differences(advantagesOf(formulation, turned).toReversed(), found)
      return differs === null ? null : worked(one, found, `in any order ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'duplication',
    statement: 'a group in which every episode stands twice has the same advantages: they do not grow with its size',
    source: `${grpo}, with the population's standard deviation`,
    severity: 'should',
    cases: () => cases(rewardedGroups({ least: 2 })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const twice = { ...one, group: [...one.group, ...one.group], rewards: [...one.rewards, ...one.rewards] }
      const shared = soleSteps(one.rewards)
      const doubled = advantagesOf(formulation, twice).slice(0, one.group.length)
      /* A step that one episode reaches alone is reached by two of the doubled group: they may be told apart. */
      const differs = differences(masked(doubled, shared), masked(found, shared))
      return differs === null ? null : worked(one, found, `doubled, too, ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'centred',
    statement: 'advantages have mean 0 over what the formulation claims, and variance 1 where it claims that',
    source: grpo,
    severity: 'must',
    inapplicable: ({ claims }) => (claims.policy === undefined ? 'it claims no mean' : null),
    judge: (formulation, one) => {
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
    statement: 'an episode that nobody can be compared with is told nothing',
    source: "RLAnything, arXiv 2602.02488; its authors' code keeps the raw reward",
    severity: 'must',
    cases: () => cases(rewardedGroups({ most: 1 })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && value !== 0)
      /* Steps of one episode may be compared with each other: only a step that is alone has nobody. */
      return odd === undefined || one.rewards[0]!.length > 1 ? null : worked(one, found, '0', numberText(odd))
    },
  }),
  ofAdvantages({
    name: 'singleton-step',
    statement: 'a step that one episode alone reaches has the advantage 0',
    source: "RLAnything, arXiv 2602.02488; its authors' code keeps the raw reward",
    severity: 'must',
    inapplicable: ({ claims }) =>
      claims.policy?.over === 'group' ? 'it compares across step indices: a lone step is not alone' : null,
    cases: () => cases(rewardedGroups({ least: 2 })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const longest = Math.max(...one.rewards.map(({ length }) => length))
      const reaching = one.rewards.filter(({ length }) => length === longest)
      if (reaching.length > 1) return null
      const value = found[one.rewards.indexOf(reaching[0]!)]?.[longest - 1]
      return value === 0 ? null : worked(one, found, `0 at step ${longest - 1}`, numberText(value))
    },
  }),
  ofAdvantages({
    name: 'no-variance',
    statement: 'a group that is rewarded alike throughout is told nothing',
    source: grpo,
    severity: 'must',
    cases: () => cases(rewardedGroups({ alike: true, least: 2 })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const odd = found.flat().find(value => value !== null && Math.abs(value) > rounding)
      return odd === undefined ? null : worked(one, found, '0 throughout', numberText(odd))
    },
  }),
  ofAdvantages({
    name: 'advantage-monotone',
    statement: 'where every episode has one step, a higher reward never has a lower advantage',
    source: plain,
    severity: 'must',
    cases: () => cases(rewardedGroups({ steps: 1, least: 2 })),
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const order = one.rewards.map(([reward], episode) => ({ reward: reward ?? 0, A: found[episode]?.[0] ?? 0 }))
      for (const a of order)
        for (const b of order)
          if (a.reward > b.reward && !(a.A > b.A - rounding))
            return worked(
              one,
              found,
              `R ${numberText(a.reward)} at least as high as R ${numberText(b.reward)}`,
              `${numberText(a.A)} < ${numberText(b.A)}`,
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
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const shifted = advantagesOf(formulation, { ...one, rewards: one.rewards.map(row => row.map(add(4))) })
      const differs = differences(shifted, found)
      return differs === null ? null : worked(one, found, `with 4 more ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'scale',
    statement: 'rewards twice as large have the same advantages',
    source: `${grpo}; without the division by the deviation they are twice as large: Liu et al. (Dr. GRPO), arXiv 2503.20783`,
    severity: 'curious',
    cases: () => cases(rewardedGroups({ least: 2, even: true })),
    judge: (formulation, one) => {
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
    judge: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      const rewards = one.rewards.flat().filter(value => value !== null)
      const spread = totalsOf(one.rewards)
      const bound = Math.max(Math.sqrt(rewards.length), spread) * (1 + 1e-6)
      const odd = found.flat().find(value => value !== null && Math.abs(value) > bound)
      return odd === undefined ? null : worked(one, found, `within ± ${numberText(bound)}`, numberText(odd))
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
