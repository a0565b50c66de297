/** Which pipelines and which ways of saying belong to which split. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import type { Pipeline } from '../tasks/pipeline.ts'

/** One row of clauses in so many is kept for `unseen`, and of the other pipelines one in so many for `seen`. */
const keptRows = 4
const keptPipelines = 8

/** The kinds of the clauses in their order: no row of `unseen` is ever trained on, whatever is printed. */
export const kindsOf = ({ clauses }: Pipeline): string => clauses.map(({ kind }) => kind).join(', ')

/** Whether a pipeline is kept for `unseen`. */
export const isUnseen = (pipeline: Pipeline): boolean => isKept(kindsOf(pipeline), keptRows)

/** Tasks of `seen` have rows of `train`, with numbers or outputs that no task of it has. */
export function splitOf(pipeline: Pipeline): Split {
  if (isUnseen(pipeline)) return 'unseen'
  return isKept(JSON.stringify([pipeline.clauses, pipeline.output]), keptPipelines) ? 'seen' : 'train'
}

/** Whether a text falls into one of so many equal shares: a pure function of the text. */
const isKept = (text: string, shares: number): boolean =>
  randomFrom(derive(rootKey(0), 'coding split', text)).integer(shares) === 0
