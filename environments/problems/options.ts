import type { ItemJobOptions } from '../../src/items/item-job.ts'

export interface ProblemOptions extends ItemJobOptions {
  /** Tests of an item that are shown with its question, the first ones; 0 if left out. */
  readonly shown?: number
}

/** @throws {RangeError} naming the option, the value found and the value wanted. */
export function problemSettings(options: ProblemOptions): Required<ProblemOptions> {
  const unknown = Object.keys(options).find(key => !['shown', 'sandbox', 'memoryMb'].includes(key))
  if (unknown !== undefined)
    throw new RangeError(`problems has the options shown, sandbox and memoryMb, got ${unknown}`)
  const { shown = 0, sandbox = 'pyodide', memoryMb = 512 } = options
  if (!Number.isInteger(shown) || shown < 0) throw new RangeError(`shown must be a non-negative integer, got ${shown}`)
  if (!['pyodide', 'monty'].includes(sandbox)) throw new RangeError(`sandbox must be pyodide or monty, got ${sandbox}`)
  if (!(memoryMb >= 1 && memoryMb <= 2048)) throw new RangeError(`memoryMb must be in [1, 2048], got ${memoryMb}`)
  return { shown, sandbox, memoryMb }
}
