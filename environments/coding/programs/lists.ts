/** Lists that a program is tried on, and the tests that tell it from its near misses. */
import type { Random } from '../../../src/math/random.ts'
import { nearMisses } from '../tasks/near-misses.ts'
import { longestList } from '../options/limits.ts'
import { outcome, passages, printed, type Pipeline } from '../tasks/pipeline.ts'
import { nth } from '../../../src/math/nth.ts'
import { lastOf } from '../../../src/math/last-of.ts'

/** Lists drawn at least, and for each test, from which the tests are chosen. */
const [leastDrawn, drawnEach] = [24, 2]

export interface TestsWanted {
  /** Shortest and longest list. */
  readonly lengths: readonly [number, number]
  /** Hidden tests. */
  readonly tests: number
  /** Tests that are shown. */
  readonly examples: number
}

/**
 * Lists on which the near misses of a pipeline print something else: each next one catches the most of those that no
 * list before it caught. The hidden ones come first.
 *
 * @returns `null` if there are too few lists of which the pipeline prints anything, if it prints the same in all hidden
 *   tests, or if some clause could be left out and none would tell.
 */
export function tellingLists(
  pipeline: Pipeline,
  { lengths, tests, examples }: TestsWanted,
  random: Random,
): readonly string[] | null {
  const trials = differentTrials(pipeline, lengths, Math.max(leastDrawn, drawnEach * (tests + examples)), random)
  if (trials.length < tests + examples) return null
  const { clauses, output } = pipeline
  const catching = (miss: Pipeline) => trials.map(trial => isCaught(miss, pipeline, trial))
  const shorter = clauses.map((_, place) => catching({ clauses: clauses.toSpliced(place, 1), output }))
  if (!shorter.every(caughtBy => caughtBy.includes(true))) return null
  const chosen = coverage(nearMisses(pipeline).map(catching), { lists: trials.length, count: tests + examples })
  const hidden = chosen.slice(0, tests)
  const says = new Set(hidden.map(trial => nth(trials, trial).right))
  if (says.size < 2 || !shorter.every(caughtBy => hidden.some(trial => caughtBy[trial]))) return null
  return chosen.map(trial => nth(nth(trials, trial).lists, 0).join(' '))
}

/** A pipeline on one list. */
interface Trial {
  /** The list, and the list left after each clause. */
  readonly lists: readonly (readonly number[])[]
  /** The printed output. */
  readonly right: string
}

/** Whether a near miss of a pipeline prints something else; what both begin with is not done again. */
function isCaught(miss: Pipeline, pipeline: Pipeline, { lists, right }: Trial): boolean {
  const differing = miss.clauses.findIndex((clause, place) => clause !== pipeline.clauses[place])
  const shared = differing === -1 ? miss.clauses.length : differing
  const rest = { clauses: miss.clauses.slice(shared), output: miss.output }
  return outcome(rest, nth(lists, shared)) !== right
}

/** Trials on different lists, at most `drawn`, that make tests. */
function differentTrials(
  pipeline: Pipeline,
  [shortest, longest]: readonly [number, number],
  drawn: number,
  random: Random,
): readonly Trial[] {
  const trials = new Map<string, Trial>()
  for (let draw = 0; draw < drawn; draw += 1) {
    const list = drawList(shortest + random.integer(longest - shortest + 1), random)
    const trial = tried(pipeline, list)
    if (trial !== null) trials.set(list.join(' '), trial)
  }
  return [...trials.values()]
}

/** Largest number printed. */
export const largestNumber = 99

/** Whether a pipeline prints something of a list, no number of it too large, and makes no list too long on the way. */
export const isExpressible = (pipeline: Pipeline, list: readonly number[]): boolean => tried(pipeline, list) !== null

function tried(pipeline: Pipeline, list: readonly number[]): Trial | null {
  const lists = passages(pipeline, list)
  const right = printed(pipeline.output, lastOf(lists))
  if (right === null || lists.some(({ length }) => length > 2 * longestList)) return null
  return right.split(' ').every(number => Number(number) <= largestNumber) ? { lists, right } : null
}

export const drawList = (length: number, random: Random): readonly number[] =>
  Array.from({ length }, () => random.integer(10))

/** Indices of `count` lists, the most telling first; as good as another, the earlier one. */
function coverage(
  misses: readonly (readonly boolean[])[],
  { lists, count }: { readonly lists: number; readonly count: number },
): readonly number[] {
  const left = new Set(Array.from({ length: lists }, (_, list) => list))
  const chosen: number[] = []
  let loose = misses
  while (chosen.length < count) {
    const gains = [...left].map(list => ({ list, gain: loose.filter(caughtBy => caughtBy[list]).length }))
    const { list } = gains.reduce((best, each) => (each.gain > best.gain ? each : best))
    chosen.push(list)
    left.delete(list)
    loose = loose.filter(caughtBy => !caughtBy[list])
  }
  return chosen
}

/** The digits of an input. */
export const digitsOf = (input: string): readonly number[] => input.split(' ').map(Number)
