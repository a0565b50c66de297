/** Arithmetic over all numbers of a model at once, several times as fast as a loop in JavaScript. */
import type { AdamwOptions, AdamwTensor } from '../../math/adamw.ts'
import { adamwGraph, squaresGraph } from '../graph/adamw-graph.ts'
import { openProgram, type Feed, type Program } from './program.ts'
import type { Runtime } from './runtime.ts'

/** One AdamW step over rows of numbers, all as long as each other. */
export interface RowsStep {
  readonly from: AdamwTensor
  readonly gradient: Float32Array
  /** Of the gradient. */
  readonly scale: number
  /** What the result is written to; other arrays than those of `from`. */
  readonly into: AdamwTensor
  readonly options: AdamwOptions
}

export interface Rows {
  /** Sum of the squares, in float32: not finite if a number is not, or if it overflows. */
  readonly squares: (values: Float32Array) => Promise<number>
  /** What `adamw` of src/math does. */
  readonly adamw: (step: RowsStep) => Promise<void>
  readonly close: () => Promise<void>
}

/** Numbers of one run: so few that what lies between two operators stays in the processor's cache. */
const chunk = 2 ** 16

/** On the processor, where the arrays are, in one thread: a chunk takes less time than two need to meet. */
export function createRows(runtime: Runtime): Rows {
  const options = { provider: 'cpu', threads: 1 } as const
  let squaring: Promise<Program> | undefined
  let stepping: Promise<Program> | undefined

  return {
    squares: async values => {
      const program = await (squaring ??= openProgram(runtime, squaresGraph(), options))
      const output = await program.run(() => [values, [values.length]])
      return output('squares')[0][0]!
    },
    adamw: async ({ from, gradient, scale, into, options: settings }) => {
      const program = await (stepping ??= openProgram(runtime, adamwGraph(), options))
      const rows: Numbers = { ...from, gradient }
      const factors: Readonly<Record<string, number>> = factorsOf(scale, settings)
      const results: Numbers = { newWeight: into.weight, newFirst: into.first, newSecond: into.second }
      for (let start = 0; start < gradient.length; start += chunk) {
        const part = (of: Numbers, name: string) => of[name]?.subarray(start, start + chunk)
        const feed = (name: string): Feed => {
          const row = part(rows, name) ?? Float32Array.of(factors[name]!)
          return [row, [row.length]]
        }
        await program.run(feed, name => part(results, name))
      }
    },
    close: async () => {
      await (await squaring)?.close()
      await (await stepping)?.close()
    },
  }
}

type Numbers = Readonly<Record<string, Float32Array>>

/** What does not depend on the numbers, as the graph takes it. */
function factorsOf(scale: number, { learningRate, beta1, beta2, epsilon, weightDecay, step }: AdamwOptions) {
  const correction1 = 1 - beta1 ** step
  const correction2 = Math.sqrt(1 - beta2 ** step)
  return {
    keepFirst: beta1,
    takeFirst: (1 - beta1) * scale,
    keepSecond: beta2,
    takeSecond: Math.sqrt(1 - beta2) * scale,
    floor: epsilon * correction2,
    pace: (learningRate * correction2) / correction1,
    keepWeight: 1 - learningRate * weightDecay,
  }
}
