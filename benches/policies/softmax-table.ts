/** The smallest policy there is: a softmax over a table of logits, trained by REINFORCE and Adam. */
import { adamw, type AdamwTensor } from '../../src/math/adamw.ts'
import { nth } from '../../src/math/nth.ts'
import type { Random } from '../../src/math/random.ts'

export interface TableSample {
  readonly row: number
  readonly column: number
  readonly advantage: number
}

export interface SoftmaxTable {
  /** [columns] chances. */
  readonly row: (index: number) => readonly number[]
  /** One step of Adam up the gradient of the mean of A log π. */
  readonly learn: (samples: readonly TableSample[]) => void
}

/** All logits begin at 0. */
export function createTable(
  { rows, columns }: { readonly rows: number; readonly columns: number },
  learningRate: number,
): SoftmaxTable {
  const zeros = () => new Float32Array(rows * columns)
  let tensor: AdamwTensor = { weight: zeros(), first: zeros(), second: zeros() }
  let step = 0
  const known = new Map<number, readonly number[]>()
  const row = (index: number): readonly number[] => {
    const made = known.get(index) ?? softmax([...tensor.weight.subarray(index * columns, (index + 1) * columns)])
    known.set(index, made)
    return made
  }
  return {
    row,
    learn: samples => {
      const gradient = new Float64Array(rows * columns)
      for (const sample of samples)
        if (sample.advantage !== 0)
          row(sample.row).forEach((chance, column) => {
            const at = sample.row * columns + column
            gradient[at] = nth(gradient, at) - sample.advantage * (Number(column === sample.column) - chance)
          })
      step += 1
      const adam = { learningRate, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, step }
      tensor = adamw(tensor, gradient, 1 / Math.max(1, samples.length), adam)
      known.clear()
    },
  }
}

function softmax(logits: readonly number[]): readonly number[] {
  const powers = logits.map(Math.exp)
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}

/** A column, drawn by its chance. */
export function drawn(chances: readonly number[], random: Random): number {
  let left = random.uniform()
  const found = chances.findIndex(chance => (left -= chance) < 0)
  return found === -1 ? chances.length - 1 : found
}

/** The number below which half of them are; of an even number of them the lower of the two in the middle. */
export const medianOf = (values: readonly number[]): number =>
  nth(
    [...values].sort((a, b) => a - b),
    Math.floor((values.length - 1) / 2),
  )
