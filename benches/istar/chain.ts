/**
 * iStar on the smallest task of many steps: a chain of states, in each of which one action leads on, one leads back, and the others do nothing.
 * An episode is won at the end of the chain. Policy and reward model are tables of logits; pairs and advantages are those of the method.
 * Learning is REINFORCE by Adam. Pure.
 */
import type { EpisodeStep } from '../../src/contracts/episode.ts'
import { nth } from '../../src/math/nth.ts'
import { derive, randomFrom, rootKey, type Random } from '../../src/math/random.ts'
import { mean, standardise } from '../../src/math/statistics.ts'
import { zip } from '../../src/math/zip.ts'
import { istarCredit } from '../../src/methods/istar/credit.ts'
import { preferencePairs } from '../../src/methods/istar/preference-pairs.ts'
import { pairAccuracy } from '../../src/methods/istar/reward-model.ts'
import { stepAuc } from '../../src/methods/istar/step-auc.ts'
import { createTable, drawn, type SoftmaxTable } from '../policies/softmax-table.ts'

const beta = 0.05
const groupSize = 8
const learningRate = 0.01

export interface StepChainSize {
  readonly states: number
  readonly actions: number
  /** Steps of an episode at most. */
  readonly steps: number
  /** Groups an iteration. */
  readonly groups: number
}

export interface StepChainArm {
  /**
   * Where advantages come from. outcome: α = 0; steps: outcome and step rewards, α = 1; merged: each trajectory's sum of step rewards and
   * outcome, standardised over the group.
   */
  readonly advantages: 'outcome' | 'steps' | 'merged'
  /** Learning rate of the reward model over that of the policy. */
  readonly rate: number
  /** Which trajectories are called won; shuffled is a control. */
  readonly labels?: 'right' | 'shuffled' | 'all won'
}

export interface StepChainRun {
  /** Steps taken until success was 0.9 first; `null` if it never was. */
  readonly reached: number | null
  /** Chance of reaching the end, in the end. */
  readonly success: number
  /** Means over the iterations that had pairs: pairs, new to the model, that it orders right; and good actions before others by step reward. */
  readonly pairsRight: number
  readonly auc: number
  /** The reward model's largest change of a chance, over the whole run. */
  readonly moved: number
}

/** Until success is 0.9, or for so many iterations. */
export function stepChainRun(
  { advantages, rate, labels = 'right' }: StepChainArm,
  size: StepChainSize,
  seed: number,
  iterations: number,
): StepChainRun {
  const { states, actions, groups } = size
  const key = derive(rootKey(seed), 'step chain')
  const chain = chainOf(size, randomFrom(derive(key, 'right')))
  const shape = { rows: states, columns: actions }
  const policy = createTable(shape, learningRate)
  const model = createTable(shape, rate * learningRate)
  const quality: { readonly pairs: number; readonly auc: number }[] = []
  let taken = 0
  let reached: number | null = null
  for (let iteration = 0; iteration < iterations && reached === null; iteration += 1) {
    const random = randomFrom(derive(key, 'iteration', iteration))
    const walking = Array.from({ length: groups * groupSize }, () => walked(chain, policy, random))
    const walks = walking.map(({ steps }) => steps)
    const played = Array.from({ length: groups }, (_, group) => ({
      members: called(walking.slice(group * groupSize, (group + 1) * groupSize), labels, random),
    }))
    taken += walks.reduce((sum, steps) => sum + steps.length, 0)
    const pairs = preferencePairs(played)
    const before = stepRewards(model, policy, walks)
    if (pairs.length > 0) model.learn(pairSamples(before, pairs, walks))
    const rewards = pairs.length === 0 ? before : stepRewards(model, policy, walks)
    const ordered = pairAccuracy(before, pairs)
    const auc = stepAuc(zip(walks.flat(), rewards.flat()).map(([{ label }, reward]) => ({ label, reward })))
    if (ordered !== null && auc !== null) quality.push({ pairs: ordered, auc })
    const credit = played.flatMap((group, index) => {
      const own = rewards.slice(index * groupSize, (index + 1) * groupSize)
      return advantages === 'merged' ? merged(group, own) : withSteps(group, own, advantages)
    })
    policy.learn(
      zip(walks, credit).flatMap(([steps, ofWalk]) =>
        zip(steps, ofWalk).map(([{ row, column }, advantage]) => ({ row, column, advantage })),
      ),
    )
    if (successOf(chain, policy) >= 0.9) reached = taken
  }
  const flat = 1 / actions
  const chances = Array.from({ length: states }, (_, state) => model.row(state)).flat()
  return {
    reached,
    success: successOf(chain, policy),
    pairsRight: meanOf(quality.map(({ pairs }) => pairs)),
    auc: meanOf(quality.map(({ auc }) => auc)),
    moved: Math.max(...chances.map(chance => Math.abs(chance - flat))),
  }
}

const meanOf = (values: readonly number[]): number => (values.length === 0 ? Number.NaN : mean(values))

/** A step, with its place in the tables. */
interface Move extends EpisodeStep {
  readonly row: number
  readonly column: number
}

interface Chain {
  /** [states][actions] by how much an action leads on. */
  readonly leads: readonly (readonly number[])[]
  /** [states][actions] */
  readonly moves: readonly (readonly Move[])[]
  readonly steps: number
}

function chainOf({ states, actions, steps }: StepChainSize, random: Random): Chain {
  const leads = Array.from({ length: states }, () =>
    random.shuffle([1, -1, ...Array.from({ length: actions - 2 }, () => 0)]),
  )
  const moves = leads.map((ofState, state) =>
    ofState.map((lead, action): Move => ({
      row: state,
      column: action,
      agent: 'policy',
      action: String(action),
      observation: '',
      context: new Int32Array(0),
      tokens: new Int32Array(0),
      logprobs: new Float32Array(0),
      version: 0,
      label: { good: lead === 1, reason: '' },
    })),
  )
  return { leads, moves, steps }
}

function walked({ leads, moves, steps: limit }: Chain, policy: SoftmaxTable, random: Random) {
  const steps: Move[] = []
  let state = 0
  while (steps.length < limit && state < leads.length) {
    const action = drawn(policy.row(state), random)
    steps.push(nth(nth(moves, state), action))
    state = Math.max(0, state + nth(nth(leads, state), action))
  }
  return { steps, won: state === leads.length }
}

/** As members of a group, each called won or not. */
function called(
  walks: readonly ReturnType<typeof walked>[],
  labels: NonNullable<StepChainArm['labels']>,
  random: Random,
) {
  const right = walks.map(({ won }) => won || labels === 'all won')
  const wins = labels === 'shuffled' ? random.shuffle(right) : right
  return zip(walks, wins).map(([{ steps }, won], episode) => ({
    key: { use: 'train', iteration: 0, slot: 0, episode },
    rollout: {
      episode: { id: '', opening: '', steps, won, score: won ? 1 : 0, ending: 'terminal' as const },
      notes: {},
    },
  }))
}

/** [trajectories][steps] β log π_φ / π_θ. */
const stepRewards = (model: SoftmaxTable, policy: SoftmaxTable, walks: readonly (readonly Move[])[]) =>
  walks.map(steps =>
    steps.map(({ row, column }) => beta * Math.log(nth(model.row(row), column) / nth(policy.row(row), column))),
  )

/** The gradient of the mean of −log σ(r(τ₊) − r(τ₋)) as samples: each step of a pair weighs β σ(r(τ₋) − r(τ₊)), for or against. */
function pairSamples(
  rewards: readonly (readonly number[])[],
  pairs: ReturnType<typeof preferencePairs>,
  walks: readonly (readonly Move[])[],
) {
  const sums = rewards.map(ofWalk => ofWalk.reduce((sum, reward) => sum + reward, 0))
  const weights = new Float64Array(walks.length)
  for (const [chosen, rejected] of pairs) {
    const weight = beta / (1 + Math.exp(nth(sums, chosen) - nth(sums, rejected)))
    weights[chosen] = nth(weights, chosen) + weight
    weights[rejected] = nth(weights, rejected) - weight
  }
  return walks.flatMap((steps, index) =>
    steps.map(({ row, column }) => ({ row, column, advantage: nth(weights, index) })),
  )
}

type Group = Parameters<typeof istarCredit>[0]

const withSteps = (group: Group, rewards: readonly (readonly number[])[], advantages: 'outcome' | 'steps') =>
  istarCredit(group, rewards, advantages === 'steps' ? 1 : 0).advantages.map(ofEpisode =>
    ofEpisode.map(advantage => advantage ?? 0),
  )

function merged({ members }: Group, rewards: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const returns = rewards.map((ofEpisode, index) =>
    ofEpisode.reduce((sum, reward) => sum + reward, nth(members, index).rollout.episode.won ? 1 : -1),
  )
  return zip(rewards, standardise(returns)).map(([ofEpisode, advantage]) => ofEpisode.map(() => advantage))
}

/** Chance that the end is reached within the steps, exactly. */
function successOf({ leads, steps }: Chain, policy: SoftmaxTable): number {
  const chances = leads.map((ofState, state) => {
    const row = policy.row(state)
    return { on: nth(row, ofState.indexOf(1)), back: nth(row, ofState.indexOf(-1)) }
  })
  let at = Array.from({ length: leads.length + 1 }, (_, state) => Number(state === 0))
  for (let step = 0; step < steps; step += 1) {
    const next = at.map(() => 0)
    at.forEach((chance, state) => {
      const { on = 0, back = 0 } = chances[state] ?? {}
      const lower = Math.max(0, state - 1)
      if (state < leads.length) next[state + 1] = nth(next, state + 1) + chance * on
      next[lower] = nth(next, lower) + chance * back
      next[state] = nth(next, state) + chance * (1 - on - back)
    })
    at = next
  }
  return nth(at, leads.length)
}
