/** A task: a page of MiniWoB++ and the seed of its chance. */
import { z } from 'zod'
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { isPage } from './is-page.ts'

export interface MiniwobTask {
  /** Its name, e.g. `click-button`. */
  readonly page: string
  /** Of the page's random numbers, from 0 to 999 999 as in BrowserGym; it makes the goal and all that is on the page. */
  readonly seed: number
}

const seeds = 1_000_000
/** Seeds of training; those from here on are for measuring. */
const trainingSeeds = 900_000

const schema = z.strictObject({
  page: z.string().refine(isPage, 'must be the name of a page'),
  seed: z
    .int()
    .min(0)
    .max(seeds - 1),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseMiniwobTask(value: unknown): MiniwobTask {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new RangeError(
    `${issue?.path.join('.') ?? 'task'}: ${issue?.message ?? 'invalid'}, got ${JSON.stringify(value)}`,
  )
}

/** Every fifth page, in the order of the list, is never trained on, if there are five. */
const isUnseen = (index: number): boolean => index % 5 === 4

/** Training and `seen` share their pages, and no seed; `unseen` has other pages, if there are enough. */
export function generateMiniwobTask(pages: readonly string[], split: Split, random: Random): MiniwobTask {
  const own = pages.filter((_, index) => isUnseen(index) === (split === 'unseen'))
  const page = random.pick(own.length > 0 ? own : pages)
  const seed = split === 'train' ? random.integer(trainingSeeds) : trainingSeeds + random.integer(seeds - trainingSeeds)
  return { page, seed }
}
