/** Random moments at which to kill a run, spread over all that it does. */
import type { Random } from '../../../src/math/random.ts'
import type { Kill } from './life.ts'

/** At one of the first writes, before there is a checkpoint. */
export function drawEarlyKill(random: Random): Kill {
  const moment = random.pick(moments)
  return { write: { matching: '', nth: 1 + random.integer(30), moment } }
}

/** How long the run takes for what it does, undisturbed. */
export interface Pace {
  /** From the start of the process to its first line. */
  readonly startMs: number
  /** From one line to the next. */
  readonly iterationMs: number
}

/** What is written, and about how many writes of it there are in two iterations. */
const targets: readonly (readonly [matching: string, writes: number])[] = [
  ['', 120],
  ['checkpoints/', 80],
  ['policy', 24],
  ['reward-model', 24],
  ['state.json', 2],
  ['manifest.json', 2],
  ['episodes/', 12],
  ['metrics.jsonl', 6],
  ['tasks.jsonl', 6],
  ['lock-', 4],
  ['config.json', 4],
]

/**
 * One kill in three is at any time, the others are at a write, or a few iterations later if that write never comes.
 * No life makes more than three iterations.
 */
export function drawKill(random: Random, { startMs, iterationMs }: Pace): Kill {
  /* The first lines are those before the first iteration. */
  const lines = random.integer(6)
  const delayMs = Math.round(random.uniform() * (lines === 0 ? startMs : iterationMs))
  if (random.integer(3) === 0) return { after: { lines, delayMs } }
  const [matching, writes] = random.pick(targets)
  const moment = random.pick(moments)
  return { write: { matching, nth: 1 + random.integer(writes), moment }, after: { lines: 5, delayMs } }
}

const moments = ['before', 'amid', 'after'] as const
