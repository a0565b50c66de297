/** Laws of the policy's advantages where some steps have no reward: each of the others keeps its advantage. */
import fc from 'fast-check'
import type { ByStep, Formulas } from '../../../methods/rlanything/formulation/formulation.ts'
import { rewardedGroups } from '../cases/cases.ts'
import type { FormulationLaw } from '../cases/law.ts'
import { differences, rounding } from '../cases/numbers.ts'
import { distinctTexts } from '../cases/tables.ts'
import { advantagesOf, cases, ofAdvantages, worked, type AdvantageCase } from './advantage-cases.ts'
import { nth } from '../../../math/nth.ts'

interface Place {
  readonly episode: number
  readonly step: number
}

const source = "RLAnything, arXiv 2602.02488: its authors' code closes the ranks over steps without a reward"

const withHoles = cases(rewardedGroups({ least: 2, holes: true }))

/** Groups in which every step index keeps at least three rewards, so that nothing is compared otherwise for want of others. */
const denseHoles = cases(rewardedGroups({ least: 4, most: 6, even: true, holes: true })).filter(({ rewards }) =>
  nth(rewards, 0).every((_, step) => rewards.filter(row => row[step] !== null).length >= 3),
)

const placesIn = (rewards: ByStep): readonly Place[] =>
  rewards.flatMap((row, episode) => row.flatMap((reward, step) => (reward === null ? [] : [{ episode, step }])))

const put = (rewards: ByStep, { episode, step }: Place, value: number): ByStep =>
  rewards.map((row, index) => (index === episode ? row.with(step, value) : row))

const at = (values: ByStep, { episode, step }: Place): number => values[episode]?.[step] ?? 0

/** Advantages as other rewards would have them. */
const given = (formulation: Formulas, one: AdvantageCase, rewards: ByStep): ByStep =>
  advantagesOf(formulation, { ...one, rewards })

/** Far below and far above all that there is, and near. */
const tried = (rewards: ByStep): readonly number[] => {
  const known = rewards.flat().filter(value => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return [low - 3, high + 3, (low + high) / 2 + 0.375]
}

/** The places whose advantage answers to the reward at `from`. */
function answering(formulation: Formulas, one: AdvantageCase, rewards: ByStep, from: Place): ReadonlySet<string> {
  const before = given(formulation, one, rewards)
  const found = new Set<string>()
  for (const value of tried(rewards)) {
    const after = given(formulation, one, put(rewards, from, value))
    for (const place of placesIn(rewards))
      if (Math.abs(at(after, place) - at(before, place)) > 1e-6 * (1 + Math.abs(at(before, place))))
        found.add(`${place.episode}, ${place.step}`)
  }
  return found
}

const filled = (rewards: ByStep, value: number): ByStep => rewards.map(row => row.map(reward => reward ?? value))

export const holeLaws: readonly FormulationLaw[] = [
  ofAdvantages({
    name: 'hole-episode-order',
    statement:
      'where some steps have no reward, too, the order of episodes has no effect: no advantage goes to another step',
    source,
    cases: () => withHoles,
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      for (const by of one.group.keys()) {
        const turn = <T>(values: readonly T[]): T[] => [...values.slice(by), ...values.slice(0, by)].toReversed()
        const turned = advantagesOf(formulation, { ...one, group: turn(one.group), rewards: turn(one.rewards) })
        const differs = differences(turned, turn(found))
        if (differs !== null) return worked(one, found, `in any order ${differs.expected}`, differs.found)
      }
      return null
    },
  }),
  ofAdvantages({
    name: 'hole-own-reward',
    statement: 'where some steps have no reward, too, a higher reward of a step never lowers its own advantage',
    source,
    enough: 100,
    cases: () => withHoles,
    find: (formulation, one) => {
      const found = advantagesOf(formulation, one)
      for (const place of placesIn(one.rewards)) {
        const higher = (rewards: ByStep) => put(rewards, place, at(rewards, place) + 5)
        const raised = given(formulation, one, higher(one.rewards))
        const lower = at(raised, place) < at(found, place) - 0.25
        if (!lower) continue
        const without = filled(one.rewards, 0.5)
        /* What lowers it without holes, too, is not due to them. */
        if (
          at(given(formulation, one, higher(without)), place) <
          at(given(formulation, one, without), place) - rounding
        )
          continue
        const [least, had] = distinctTexts(at(found, place), at(raised, place))
        return worked(
          one,
          found,
          `with 5 more for episode ${place.episode}, step ${place.step}, at least ${least}`,
          had,
        )
      }
      return null
    },
  }),
  ofAdvantages({
    name: 'hole-comparisons',
    statement: 'a step without a reward changes nothing in which of the others are compared with each other',
    source,
    enough: 60,
    cases: () => denseHoles,
    find: (formulation, one) => {
      const { rewards } = one
      if (rewards.every(row => !row.includes(null))) return null
      const found = advantagesOf(formulation, one)
      for (const from of placesIn(rewards).slice(0, 6)) {
        const here = answering(formulation, one, rewards, from)
        const there = new Set(
          [0.5, -1.25].flatMap(value => [...answering(formulation, one, filled(rewards, value), from)]),
        )
        const odd = [...here].find(place => !there.has(place))
        if (odd !== undefined)
          return worked(
            one,
            found,
            `A of episode, step ${odd} without regard to R of ${from.episode}, ${from.step}, as where no reward is missing`,
            'it answers to it',
          )
      }
      return null
    },
  }),
  ofAdvantages({
    name: 'hole-unplayed',
    statement: 'an episode of which no step has a reward is as if it had not been played',
    source,
    cases: () =>
      fc.tuple(withHoles, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })).map(([one, lost]) => ({
        ...one,
        rewards: one.rewards.map((row, episode) => (lost[episode] === true ? row.map(() => null) : row)),
      })),
    find: (formulation, one) => {
      const kept = one.rewards.flatMap((row, episode) => (row.some(reward => reward !== null) ? [episode] : []))
      if (kept.length === 0 || kept.length === one.rewards.length) return null
      const found = advantagesOf(formulation, one)
      const of = <T>(values: readonly T[]): T[] => kept.map(episode => nth(values, episode))
      const alone = advantagesOf(formulation, { ...one, group: of(one.group), rewards: of(one.rewards) })
      const rest = kept.map(episode => found[episode] ?? [])
      const differs = differences(rest, alone)
      return differs === null ? null : worked(one, found, `as without it: ${differs.expected}`, differs.found)
    },
  }),
]
