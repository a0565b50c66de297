/**
 * AT-GRPO on the smallest team there is: on a chain of states the planner reads the state and says a word, the executor reads the word and acts.
 * One action is right in each state and leads on, every other one leads back; the team is paid the progress of each turn. Both
 * policies are tables of logits. Groups and advantages are those of the method. Learning is REINFORCE by Adam. Pure.
 */
import type { EpisodeStep, Rollout, StepCandidate } from '../../src/contracts/episode.ts'
import { nth } from '../../src/math/nth.ts'
import { derive, randomFrom, rootKey, type Random } from '../../src/math/random.ts'
import { bestOf } from '../../src/rollout/episode/candidates.ts'
import { teamCredit } from '../../src/methods/at-grpo/credit.ts'
import type { AtGrpoOptions } from '../../src/methods/at-grpo/settings.ts'
import { createTable, drawn, type SoftmaxTable, type TableSample } from '../policies/softmax-table.ts'

const learningRate = 0.03
const environments = 4

export interface ChainSize {
  /** States before the goal. */
  readonly states: number
  readonly actions: number
  /** That the planner can say. */
  readonly words: number
  readonly turns: number
}

export interface ChainArm {
  readonly groups: AtGrpoOptions['groups']
  /** α. */
  readonly teamWeight: number
}

export interface ChainRun {
  /** Actions that were tried until success was 0.9 first; `null` if it never was. */
  readonly reached: number | null
  /** Chance of reaching the goal, in the end. */
  readonly success: number
  /** The same where planner and executor have changed their policies. */
  readonly swapped: number
  /** Members of all groups, of turns after the first. */
  readonly laterSizes: ReadonlySet<number>
}

const candidates = 4
const agents = ['planner', 'executor'] as const
type Agent = (typeof agents)[number]

export function chainRun(
  { groups, teamWeight }: ChainArm,
  size: ChainSize,
  seed: number,
  iterations: number,
): ChainRun {
  const { states, actions, words, turns } = size
  const key = derive(rootKey(seed), 'team chain')
  const drawing = randomFrom(derive(key, 'right'))
  const right = Array.from({ length: states }, () => drawing.integer(actions))
  const team = {
    planner: createTable({ rows: states, columns: words }, learningRate),
    executor: createTable({ rows: words, columns: actions }, learningRate),
  }
  const isTree = groups === 'tree'
  /* As many actions are tried in an iteration whatever the groups are. */
  const members = isTree ? 1 : 2 * candidates
  const perIteration = environments * turns * 2 * candidates
  const options: AtGrpoOptions = {
    candidates,
    teamWeight,
    localWeight: 1,
    groups,
    normalise: 'group',
    policies: 'separate',
  }
  const laterSizes = new Set<number>()
  let reached: number | null = null
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const random = randomFrom(derive(key, 'iteration', iteration))
    const samples = Array.from({ length: environments }, () => {
      const rollouts = Array.from({ length: members }, () => rolledOut({ team, right, turns, isTree }, random))
      const { groups: made, trees } = teamCredit({ members: rollouts.map(memberOf) }, options)
      for (const { members: own } of made) if (nth(own, 0).from >= agents.length) laterSizes.add(own.length)
      return trees.flatMap(samplesOf)
    }).flat()
    for (const agent of agents) team[agent].learn(samples.filter(sample => sample.agent === agent))
    if (reached === null && successOf(team.planner.row, team.executor.row, { right, turns }) >= 0.9)
      reached = (iteration + 1) * perIteration
  }
  return {
    reached,
    success: successOf(team.planner.row, team.executor.row, { right, turns }),
    swapped: swappedSuccess(team, { right, turns }, size),
    laterSizes,
  }
}

interface Sample extends TableSample {
  readonly agent: string
}

interface Chain {
  readonly team: Readonly<Record<Agent, SoftmaxTable>>
  readonly right: readonly number[]
  readonly turns: number
  readonly isTree: boolean
}

const after = (right: readonly number[], state: number, action: number): number =>
  action === right[state] ? state + 1 : Math.max(0, state - 1)

/** One episode; of a tree each turn has candidates, and it continues with the best. */
function rolledOut({ team, right, turns, isTree }: Chain, random: Random): Rollout {
  const steps: EpisodeStep[] = []
  const act = (agent: Agent, row: number, progressOf: (column: number) => number): number => {
    const tried = Array.from({ length: isTree ? candidates : 1 }, () => {
      const column = drawn(team[agent].row(row), random)
      return { column, score: 0, won: false, reward: progressOf(column) }
    })
    const chosen = bestOf(tried, { team: 1, local: 0 })
    const { column, reward } = nth(tried, chosen)
    const all = tried.map((each, index) => ({
      ...unsampled,
      ...each,
      action: String(each.column),
      chosen: index === chosen,
    }))
    steps.push({
      ...unsampled,
      agent,
      action: String(column),
      observation: String(column),
      reward,
      ...(isTree ? { candidates: all } : {}),
    })
    return column
  }
  let state = 0
  for (let turn = 0; turn < turns && state < right.length; turn += 1) {
    const at = state
    /* A word is worth what the executor makes of it. */
    const made: number[] = []
    const word = act('planner', at, said => {
      made.push(drawn(team.executor.row(said), random))
      return after(right, at, nth(made, made.length - 1)) - at
    })
    const action = act('executor', word, done => after(right, at, done) - at)
    state = after(right, at, action)
    steps[steps.length - 1] = { ...nth(steps, steps.length - 1), observation: `state ${state}` }
  }
  if (!isTree) paidTogether(steps)
  const won = state === right.length
  const episode = { id: '', opening: 'state 0', steps, won, score: won ? 1 : 0, ending: 'terminal' as const }
  return { episode, notes: {} }
}

/** Where only one action is taken, the word is paid what the executor did. */
function paidTogether(steps: EpisodeStep[]): void {
  for (let at = 0; at + 1 < steps.length; at += 2)
    steps[at] = { ...nth(steps, at), reward: nth(steps, at + 1).reward ?? 0 }
}

const unsampled = {
  context: new Int32Array(0),
  tokens: new Int32Array(0),
  logprobs: new Float32Array(0),
  version: 0,
  label: null,
}

const memberOf = (rollout: Rollout, episode: number) => ({
  key: { use: 'train', iteration: 0, slot: 0, episode },
  rollout,
})

function samplesOf({ rollout, advantages }: ReturnType<typeof teamCredit>['trees'][number]): readonly Sample[] {
  const { steps, opening } = rollout.episode
  return steps.flatMap((step, index) => {
    const read = steps[index - 1]?.observation ?? opening
    const row = Number(read.replace('state ', ''))
    const tried: readonly Pick<StepCandidate, 'action'>[] = step.candidates ?? [step]
    return tried.map(({ action }, candidate) => ({
      agent: step.agent,
      row,
      column: Number(action),
      advantage: nth(nth(advantages, index), candidate) ?? 0,
    }))
  })
}

/** With the policies exchanged: what one has for a row counts modulo the rows of the other, and an answer that there is not is a wrong one. */
const swappedSuccess = (
  team: Chain['team'],
  chain: Pick<Chain, 'right' | 'turns'>,
  { states, words }: ChainSize,
): number =>
  successOf(
    state => team.executor.row(state % words),
    word => team.planner.row(word % states),
    chain,
  )

/** Chance that the goal is reached within the turns, exactly. */
function successOf(
  planner: (state: number) => readonly number[],
  executor: (word: number) => readonly number[],
  { right, turns }: Pick<Chain, 'right' | 'turns'>,
): number {
  const onward = right.map((action, state) =>
    planner(state).reduce((sum, chance, word) => sum + chance * (executor(word)[action] ?? 0), 0),
  )
  let at = Array.from({ length: right.length + 1 }, (_, state) => Number(state === 0))
  for (let turn = 0; turn < turns; turn += 1) {
    const next = at.map(() => 0)
    at.forEach((chance, state) => {
      const on = onward[state]
      const back = Math.max(0, state - 1)
      if (on === undefined) next[state] = nth(next, state) + chance
      else {
        next[state + 1] = nth(next, state + 1) + chance * on
        next[back] = nth(next, back) + chance * (1 - on)
      }
    })
    at = next
  }
  return nth(at, right.length)
}
