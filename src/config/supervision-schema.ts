/** Settings for the death of actors. */
import { z } from 'zod'

const share = z.number().min(0).max(1)
const count = z.int().min(1)
const positive = z.number().positive()

export const supervisionSchema = z.strictObject({
  maxRestarts: count
    .default(16)
    .describe('deaths of one actor within withinMs after which it is still replaced; one more ends the run'),
  withinMs: positive.default(600_000).describe('the time in which the deaths of an actor are counted'),
  firstDelayMs: z.number().min(0).default(100).describe('wait before a dead actor is replaced'),
  factor: z.number().min(1).default(2).describe('by which the wait grows with each death within withinMs'),
  maxDelayMs: z.number().min(0).default(10_000).describe('longest wait before a dead actor is replaced'),
  hangMs: positive
    .default(5000)
    .describe('longest time, of its own, for which an actor may block its thread; more is a hang'),
  invalidShare: share
    .default(0.05)
    .describe("maximum share of an iteration's episodes, and of its steps, that may be invalid; more ends the run"),
})
