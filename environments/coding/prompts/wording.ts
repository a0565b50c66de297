/** A task in words and examples. */
import { clauseParaphrases, distractors, outputParaphrases, usageOf, ways, type Paraphrases } from './paraphrases.ts'
import { numberOf, type Clause } from '../tasks/pipeline.ts'
import type { CodingTask, Difficulty, ListTest } from '../tasks/task.ts'
import { nth } from '../../../src/math/nth.ts'

export const maxExamples = 3
export const opening = 'Read a list of digits'
export const exampleWord = 'Example:'
export const arrow = '->'

/** The specification: the clauses one after the other, then the examples. */
export function describe(task: CodingTask): string {
  const steps = task.wording.inWords ? `, ${said(task).join(', then ')}` : ''
  return [`${opening}${steps}.`, ...task.examples.map(exampleText)].join(' ')
}

const exampleText = ({ input, output }: ListTest): string => `${exampleWord} ${input} ${arrow} ${output}.`

/** A clause in the wording of an index. */
export const sayClause = (clause: Clause, way: number): string =>
  nth(ways(clauseParaphrases[clause.kind]), way).replace(/\bk\b/, String(numberOf(clause)))

/** Clauses, distractors between them, and the output. */
function said({ clauses, output, wording }: CodingTask): readonly string[] {
  const between = (place: number) =>
    wording.distractors.filter(({ before }) => before === place).map(({ way }) => nth(ways(distractors), way))
  return [
    ...clauses.flatMap((clause, place) => [...between(place), sayClause(clause, nth(wording.clauses, place))]),
    ...between(clauses.length),
    nth(ways(outputParaphrases[output]), wording.output),
  ]
}

/** The wordings of everything in a task: those possible, and the index of the one used. */
export const waysOfTask = ({ clauses, output, wording }: CodingTask): readonly (readonly [Paraphrases, number])[] => [
  ...clauses.map((clause, place) => [clauseParaphrases[clause.kind], nth(wording.clauses, place)] as const),
  [outputParaphrases[output], wording.output],
  ...wording.distractors.map(({ way }) => [distractors, way] as const),
]

/** How hard a task is. */
export const difficultyOf = (task: CodingTask): Difficulty => ({
  clauses: task.clauses.length,
  numbers: task.clauses.reduce((sum, clause) => sum + (numberOf(clause) ?? 0), 0),
  unusual: waysOfTask(task).filter(([paraphrases, way]) => usageOf(paraphrases, way) !== 'common').length,
  distractors: task.wording.distractors.length,
  longest: task.lengths[1],
  examplesMissing: maxExamples - task.examples.length,
  unsaid: task.wording.inWords ? 0 : 1,
})
