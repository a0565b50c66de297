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

/** What is written, and about how many writes of it there are in four iterations. */
const targets: readonly (readonly [matching: string, writes: number])[] = [
  ['', 250],
  ['checkpoints/', 160],
  ['policy', 80],
  ['reward-model', 80],
  ['state.json', 4],
  ['manifest.json', 4],
  ['episodes/', 24],
  ['metrics.jsonl', 12],
  ['tasks.jsonl', 12],
  ['lock-', 4],
  ['config.json', 4],
]

/**
 * One kill in three is at any time, the others are at a write, or a few iterations later if that write never comes.
 * No life makes more than six iterations.
 */
export function drawKill(random: Random, { startMs, iterationMs }: Pace): Kill {
  /* The first lines are those before the first iteration. */
  const lines = random.integer(9)
  const delayMs = Math.round(random.uniform() * (lines === 0 ? startMs : iterationMs))
  if (random.integer(3) === 0) return { after: { lines, delayMs } }
  const [matching, writes] = random.pick(targets)
  const moment = random.pick(moments)
  return { write: { matching, nth: 1 + random.integer(writes), moment }, after: { lines: 8, delayMs } }
}

const moments = ['before', 'amid', 'after'] as const
