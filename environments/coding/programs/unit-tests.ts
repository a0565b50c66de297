/** Unit tests as the reward model writes them: a list, optionally the lists on the way, and the output. */
import type { UnitTesting } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import type { Test } from '../../../src/contracts/worlds/job.ts'
import { isExpressible, digitsOf } from './lists.ts'
import { nearMisses } from '../tasks/near-misses.ts'
import { numberOf, outcome, passages, type Clause, type Pipeline } from '../tasks/pipeline.ts'
import { jobOf } from './reference.ts'
import type { CodingTask } from '../tasks/task.ts'
import { arrow } from '../prompts/wording.ts'
import { nth } from '../../../src/math/nth.ts'

export const unitTesting: UnitTesting<CodingTask> = {
  parseTest,
  job: (_, program, tests) => jobOf(program, tests),
  exampleTest,
  mistakenTest,
}

/**
 * `3 1 4 -> 8`, or with the working shown, `3 1 4 even -> 4 sum -> 4`: operations are between a list and the arrow.
 * Only the first list and the text after the last arrow count.
 */
function parseTest(text: string): Test | null {
  const [first = '', ...rest] = text.split(arrow).map(part => part.trim().replaceAll(/\s+/g, ' '))
  const input = /^(\d(?: \d)*)(?: [a-z]+)*(?: \d)?$/.exec(first)?.[1]
  const output = rest.at(-1) ?? ''
  return input !== undefined && /^\d+( \d+)*$/.test(output) ? { input, output } : null
}

/** A test that is right, with its working. */
function exampleTest(task: CodingTask, random: Random): string {
  return written(task, random) ?? worked(task, digitsOf(random.pick(task.tests).input))
}

/** A test that would be right if one clause, or the output, were another. */
function mistakenTest(task: CodingTask, random: Random): string {
  return written(random.pick(nearMisses(task)), random) ?? exampleTest(task, random)
}

/** Fresh lists tried before it is given up. */
const draws = 30

/** A test of a pipeline; `null` if no list comes up of which anything is printed. */
function written(pipeline: Pipeline, random: Random): string | null {
  for (let draw = 0; draw < draws; draw += 1) {
    const list = inStrides(random)
    if (isExpressible(pipeline, list)) return worked(pipeline, list)
  }
  return null
}

/**
 * Digits in strides of 3 or 7 modulo 10, such as 4 7 0 3 6: no two alike, even and odd ones, in no order, so that a program
 * that mistakes one thing for another is found out. Little in them is left to chance: where a whole test is rewarded, each
 * token that was drawn from many adds noise and teaches nothing.
 */
function inStrides(random: Random): readonly number[] {
  const [first, stride] = [random.integer(10), random.pick([3, 7])]
  return Array.from({ length: 4 + random.integer(3) }, (_, place) => (first + stride * place) % 10)
}

/** The list, each operation and the list it leaves, and the printed output. */
function worked(pipeline: Pipeline, list: readonly number[]): string {
  const { clauses, output } = pipeline
  const [first = [], ...lists] = passages(pipeline, list)
  const done = lists.map((left, place) => [nameOf(nth(clauses, place)), arrow, ...left])
  const last = output === 'list' ? [] : [output, arrow, outcome(pipeline, list)]
  const undone = clauses.length === 0 && output === 'list' ? [arrow, ...first] : []
  return [...first, ...done.flat(), ...last, ...undone].join(' ')
}

const nameOf = (clause: Clause): string => [clause.kind, numberOf(clause) ?? []].flat().join(' ')
