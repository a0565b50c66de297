/** Checks whether a model fits into memory before anything is allocated for it. */
import { totalmem } from 'node:os'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { frozenShapes, headSize, parameterCount, trainedShapes } from './tensors.ts'

/** Of each parameter that is trained: its weight and two moments as float32, its gradient as float64. */
const bytesPerParameter = 4 + 4 + 4 + 8
const frozenBytes = 4

/** Least memory that training a model takes, bytes: its parameters and its table of positions. */
export function modelBytes(config: ModelConfig): number {
  const trained = parameterCount(config, trainedShapes) * bytesPerParameter
  return (
    trained + parameterCount(config, frozenShapes) * frozenBytes + config.max_position_embeddings * headSize(config) * 4
  )
}

/** Weights of 64 MB: what a model of them computes takes far longer than fresh memory to compute in. */
const largeParameters = 2 ** 24

/** Whether a model is so large that an engine should save memory rather than the time to get it. */
export const isLarge = (config: ModelConfig): boolean => parameterCount(config) >= largeParameters

/** Memory that this process may have, bytes: the machine's, or less where the system limits it. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Refuses models that cannot be held together.
 *
 * @param source what to call them in the error.
 * @param available bytes.
 * @throws {RangeError} with the bytes needed and the bytes there are.
 */
export function requireMemory(source: string, models: readonly ModelConfig[], available = memoryLimit()): void {
  const needed = models.reduce((sum, config) => sum + modelBytes(config), 0)
  if (needed <= available) return
  const parameters = models.reduce((sum, config) => sum + parameterCount(config), 0)
  throw new RangeError(
    `${source}: ${parameters} parameters need ${needed} bytes (${gibibytes(needed)}) of memory for weights, gradient ` +
      `and moments, and there are ${available} (${gibibytes(available)}): take a smaller model or more memory`,
  )
}

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toPrecision(3)} GiB`
