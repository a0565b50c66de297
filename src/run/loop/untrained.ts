import type { ModelMetrics } from '../../contracts/metrics.ts'
import { policyName } from '../../rollout/rollout-requests.ts'

/** Iterations in a row without a sample after which a model is spoken of. */
const manyInARow = 5

type Counts = Pick<ModelMetrics, 'samples' | 'dropped'>

interface Untrained {
  iterations: number
  inARow: number
  readonly reasons: Record<string, number>
}

/** Says in sentences which models are trained on nothing, and why. */
interface UntrainedWatch {
  /** After an iteration: the first of the run, and every fifth in a row. */
  readonly take: (line: {
    readonly iteration: number
    readonly models: Readonly<Record<string, Counts>>
  }) => readonly string[]
  /** At the end: of models that were trained on nothing in all iterations, or ever in so many in a row. */
  readonly end: () => readonly string[]
}

export function createUntrainedWatch(): UntrainedWatch {
  const untrained = new Map<string, Untrained>()
  const spokenOf = new Set<string>()
  let iterations = 0

  const takeModel = (name: string, { samples = 0, dropped = {} }: Counts, iteration: number): readonly string[] => {
    const known = untrained.get(name) ?? { iterations: 0, inARow: 0, reasons: {} }
    untrained.set(name, known)
    if (samples > 0) known.inARow = 0
    if (samples > 0) return []
    known.iterations += 1
    known.inARow += 1
    for (const [reason, count] of Object.entries(dropped)) known.reasons[reason] = (known.reasons[reason] ?? 0) + count
    const isMany = known.inARow % manyInARow === 0
    if (isMany) spokenOf.add(name)
    if (!isMany && iteration > 1) return []
    const when = isMany ? `${known.inARow} iterations in a row have` : `iteration ${iteration} has`
    return [`${when} trained the ${name} on 0 samples${because(dropped)}`]
  }

  return {
    take: ({ iteration, models }) => {
      iterations += 1
      return Object.entries(models).flatMap(([name, counts]) =>
        name !== policyName && isFrozen(counts) ? [] : takeModel(name, counts, iteration),
      )
    },
    end: () =>
      [...untrained].flatMap(([name, { iterations: without, reasons }]) =>
        without > 0 && (without === iterations || spokenOf.has(name))
          ? [`the ${name} was trained on nothing in ${without} of ${iterations} iterations${because(reasons)}`]
          : [],
      ),
  }
}

/** A model that is not trained drops nothing; samples of one that its method trains alone are not counted. */
const isFrozen = ({ samples = 0, dropped = {} }: Counts): boolean => samples === 0 && Object.keys(dropped).length === 0

const because = (reasons: Readonly<Record<string, number>>): string => {
  const counted = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`)
  return counted.length === 0 ? ': there were none' : `; left out: ${counted.join(', ')}`
}
