/** The expert set of a phase: solutions of all its iterations, of the tasks that stay hard. Pure. */
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'

/** A turn as it was read and written, in token ids: plain data, for a checkpoint. */
export interface SolutionTurn {
  readonly agent: string
  readonly context: readonly number[]
  readonly tokens: readonly number[]
}

/** A trajectory that won. */
export interface Solution {
  /** Iteration that sampled it. */
  readonly iteration: number
  readonly turns: readonly SolutionTurn[]
}

/** A task slot in a phase. At most as many solutions as it had episodes, each kept once. */
interface SolvedTask {
  readonly played: number
  readonly won: number
  readonly solutions: readonly Solution[]
}

/** By task slot. */
export type ExpertPool = Readonly<Record<string, SolvedTask>>

const fresh: SolvedTask = { played: 0, won: 0, solutions: [] }

/** The pool with the groups of an iteration; a solution with the same tokens as an existing one is not kept again. */
export function withSolutions(pool: ExpertPool, iteration: number, played: readonly PlayedGroup[]): ExpertPool {
  const next: Record<string, SolvedTask> = { ...pool }
  for (const group of played) {
    const before = next[group.slot] ?? fresh
    const won = rolloutsOf(group).filter(({ episode }) => episode.won)
    const solutions = won.map(({ episode: { steps } }): Solution => ({
      iteration,
      turns: steps.map(({ agent, context, tokens }) => ({ agent, context: [...context], tokens: [...tokens] })),
    }))
    next[group.slot] = {
      played: before.played + group.members.length,
      won: before.won + won.length,
      solutions: distinct([...before.solutions, ...solutions]),
    }
  }
  return next
}

/** The first of each text. */
function distinct(solutions: readonly Solution[]): readonly Solution[] {
  const firsts = new Map<string, Solution>()
  for (const solution of solutions) {
    const key = JSON.stringify(solution.turns.map(({ tokens }) => tokens))
    if (!firsts.has(key)) firsts.set(key, solution)
  }
  return [...firsts.values()]
}

interface ExpertFilter {
  /** Largest share of a task's episodes that may have been won. */
  readonly hard: number
  /** First iteration whose solutions count. */
  readonly from: number
}

/** D⁺: the solutions of tasks that were won at times, and not too often. */
export const expertSet = (pool: ExpertPool, { hard, from }: ExpertFilter): readonly Solution[] =>
  Object.values(pool)
    .filter(({ played, won }) => won > 0 && won / played <= hard)
    .flatMap(({ solutions }) => solutions.filter(({ iteration }) => iteration >= from))
