/** Coding: programs over lists of digits, written at one go and run on hidden tests. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { codingEditNames, editCodingTask } from './edits/edits.ts'
import { codingProposals } from './edits/proposals.ts'
import { generateCodingTask } from './generation/generate.ts'
import { codingLadder } from './generation/ladder.ts'
import { labelUnrun } from './programs/label.ts'
import { codingLanguage } from './language.ts'
import { nearMisses } from './tasks/near-misses.ts'
import { codingSettings, type CodingOptions } from './options/options.ts'
import { parseCodingTask } from './generation/parse.ts'
import { programOf } from './programs/program.ts'
import { executionCheck, type CodingState } from './programs/state.ts'
import type { CodingTask } from './tasks/task.ts'
import { codingPrompts } from './prompts/prompts.ts'
import { unitTesting } from './programs/unit-tests.ts'
import { isValid } from './generation/valid.ts'
import { describe } from './prompts/wording.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function coding(options: CodingOptions = {}): Environment<CodingTask, CodingState> {
  const chosen = codingSettings(options)
  return {
    name: 'coding',
    language: codingLanguage,
    generate: (split, random) => generateCodingTask(chosen, split, random),
    parseTask: parseCodingTask,
    describe,
    stepLimit: () => 1,
    start: task => ({ state: { task, program: null }, observation: describe(task) }),
    step: ({ task }, action) => ({ state: { task, program: action }, observation: '', won: false }),
    executionCheck,
    admissible: ({ task, program }) => (program === null ? attempts(task) : []),
    expert: ({ task, program }) => (program === null ? programOf(task) : null),
    label: ({ task }, action) => labelUnrun(task, action),
    editNames: codingEditNames,
    edit: editCodingTask,
    valid: isValid,
    unitTesting,
    ladder: codingLadder(chosen),
    prompts: codingPrompts,
    proposals: codingProposals,
  }
}

export default coding
export { optionsSchema } from './options/options.ts'
export type { CodingOptions, CodingState, CodingTask }

/** The reference program and its near misses. */
const attempts = (task: CodingTask): readonly string[] =>
  [...new Set([task, ...nearMisses(task)].map(programOf))].sort()
export type { NumberRange } from './options/options.ts'
export type { Clause, CountedKind, PlainKind } from './tasks/pipeline.ts'
export type { Distractor, ListTest, Wording } from './tasks/task.ts'
