/** Fresh tasks: a pipeline, its wording, and tests that distinguish it from near misses. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { tellingLists, type TestsWanted } from '../programs/lists.ts'
import type { CodingSettings } from '../options/options.ts'
import { clauseParaphrases, distractors, outputParaphrases, waysOf, type Paraphrases } from '../prompts/paraphrases.ts'
import { clauseKinds, clauseOf, outputs, type Clause, type Pipeline } from '../tasks/pipeline.ts'
import { referenceTestsOf } from '../programs/reference.ts'
import { splitOf } from '../options/splits.ts'
import type { CodingTask, Wording } from '../tasks/task.ts'
import { maxExamples } from '../prompts/wording.ts'

/**
 * A task of a split; how many clauses it has is drawn first, so that those that are hard to find are not rarer.
 * @throws {RangeError} if a thousand draws give no task of the split whose tests are telling.
 */
export function generateCodingTask(settings: CodingSettings, split: Split, random: Random): CodingTask {
  const count = within(settings.clauses, random)
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const clauses = Array.from({ length: count }, () => drawClause(settings.k, random))
    const pipeline: Pipeline = { clauses, output: random.pick(outputs) }
    if (splitOf(pipeline) !== split) continue
    const unsaid = random.uniform() < settings.unsaid
    const examples = unsaid ? maxExamples : within(settings.examples, random)
    const wording = drawWording(pipeline, { settings, split, inWords: !unsaid }, random)
    const task = withTests({ ...pipeline, wording }, { ...settings, lengths: settings.length, examples }, random)
    if (task !== null) return task
  }
  throw new RangeError(`no coding task of ${split} in 1000 draws with ${JSON.stringify(settings)}`)
}

export const drawClause = (k: readonly [number, number], random: Random): Clause =>
  clauseOf(random.pick(clauseKinds), within(k, random))

const within = ([low, high]: readonly [number, number], random: Random): number => low + random.integer(high - low + 1)

interface Saying {
  readonly settings: CodingSettings
  readonly split: Split
  readonly inWords: boolean
}

function drawWording({ clauses, output }: Pipeline, { settings, split, inWords }: Saying, random: Random): Wording {
  const way = (paraphrases: Paraphrases): number => {
    const usage = split === 'unseen' ? 'heldOut' : random.uniform() < settings.rare ? 'rare' : 'common'
    return random.pick(waysOf(paraphrases, usage))
  }
  const places = Array.from({ length: inWords ? within(settings.distractors, random) : 0 }, () =>
    random.integer(clauses.length + 1),
  )
  return {
    inWords,
    clauses: clauses.map(({ kind }) => way(clauseParaphrases[kind])),
    output: way(outputParaphrases[output]),
    distractors: places.sort((a, b) => a - b).map(before => ({ before, way: way(distractors) })),
  }
}

/** The task with fresh tests, none of the hidden ones shown; `null` if none are telling. */
export function withTests(
  asked: Pick<CodingTask, 'clauses' | 'output' | 'wording'>,
  wanted: TestsWanted,
  random: Random,
): CodingTask | null {
  const inputs = tellingLists(asked, wanted, random)
  if (inputs === null) return null
  const { clauses, output, wording } = asked
  const run = referenceTestsOf(asked, inputs)
  if (run === null) return null
  const { lengths, tests } = wanted
  return { clauses, output, wording, examples: run.slice(tests), lengths, tests: run.slice(0, tests) }
}
