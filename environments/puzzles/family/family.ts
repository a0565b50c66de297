/**
 * A family of puzzles: a generator by level, a verifier, and the part of each problem that is a problem of the level before.
 * A problem is its prompt, so that whatever is asked can be read back, checked and solved anew.
 * Source: Zeng et al., RLVE, arXiv 2511.07317: environments (I, P, R) whose level d − 1 is a sub-problem of level d.
 * Departure: a ladder ends at `top`, where numbers or the model's context do.
 */
import type { Random } from '../../../src/math/random.ts'
import { malformedAnswer } from './rewards.ts'
import { rowsOf, rowsText, type Rows, type Word } from './words.ts'

/** A problem with a right answer. */
interface Puzzle {
  readonly prompt: string
  readonly answer: string
}

export interface Family {
  /** As RLVE calls it. */
  readonly name: string
  /** The rows of a problem and what is asked, in prose, without a full stop. */
  readonly rule: string
  /** The highest level; the lowest is 0. */
  readonly top: number
  /** Most words of a problem of this level with its answer. */
  readonly words: (level: number) => number
  /** @returns the prompt of a solvable problem of this level. */
  readonly generate: (level: number, random: Random) => string
  /** The level of a problem, by its size; `null` if the text is no problem of this family as `generate` or `part` writes it. */
  readonly levelOf: (prompt: string) => number | null
  /** A right answer. */
  readonly solve: (prompt: string) => string
  /** In [−1, 1], 1 exactly where the answer is right; any text is an answer. */
  readonly reward: (prompt: string, answer: string) => number
  /** A problem of the level before that is within this one, with its answer as it follows from the whole's; from level 1. */
  readonly part: (prompt: string, answer: string) => Puzzle
}

/** A family as it is written: over problems as data and words. */
interface FamilyDefinition<Problem> extends Pick<Family, 'name' | 'rule' | 'top' | 'words'> {
  readonly generate: (level: number, random: Random) => Problem
  readonly write: (problem: Problem) => Rows
  /** The problem in the words of a prompt; `null` if invalid. All accepted problems can be solved. */
  readonly read: (rows: readonly (readonly string[])[]) => Problem | null
  readonly level: (problem: Problem) => number
  readonly solve: (problem: Problem) => readonly Word[]
  /** @param answer its words, at least one. */
  readonly reward: (problem: Problem, answer: readonly string[]) => number
  /** @param answer a right one. */
  readonly part: (
    problem: Problem,
    answer: readonly string[],
  ) => { readonly problem: Problem; readonly answer: readonly Word[] }
}

/** From a definition to the family that the world sees: its type of problems stays inside. */
export function defineFamily<Problem>(definition: FamilyDefinition<Problem>): Family {
  const { name, rule, top, words } = definition
  const written = (problem: Problem): string => `${name} ${rowsText(definition.write(problem))}`
  const readOrNull = (prompt: string): Problem | null => {
    if (!prompt.startsWith(`${name} `)) return null
    const problem = definition.read(rowsOf(prompt.slice(name.length + 1)))
    return problem !== null && written(problem) === prompt ? problem : null
  }
  const read = (prompt: string): Problem => {
    const problem = readOrNull(prompt)
    if (problem === null) throw new RangeError(`prompt must be a problem of ${name}, got '${prompt}'`)
    return problem
  }
  return {
    name,
    rule,
    top,
    words,
    generate: (level, random) => written(definition.generate(level, random)),
    levelOf: prompt => {
      const problem = readOrNull(prompt)
      return problem === null ? null : definition.level(problem)
    },
    solve: prompt => definition.solve(read(prompt)).join(' '),
    reward: (prompt, answer) => {
      const found = answer.trim().split(/\s+/)
      return found[0] === '' ? malformedAnswer : definition.reward(read(prompt), found)
    },
    part: (prompt, answer) => {
      const { problem, answer: ofPart } = definition.part(read(prompt), answer.split(' '))
      return { prompt: written(problem), answer: ofPart.join(' ') }
    },
  }
}
