/** A checked vector world: errors that it throws, and invalid values that it writes, are attributed to it. */
import type { Author } from '../user-code/author-frame.ts'
import { guarded, invalidResult } from '../user-code/guarded.ts'
import { settled } from '../user-code/shape.ts'
import { endings, type VectorWorld, type WorldRows } from '../contracts/worlds/vector-world.ts'

/** Steps of a thread between full checks of all numbers; a world that breaks mostly breaks at once, or stays broken. */
const every = 64

/**
 * The same world. Endings are checked in every row of every step; numbers in every row of the first steps and of one step
 * in 64 later, as looking at all of them takes a tenth of the time of a small world.
 *
 * @throws {FailedError} from each function, of kind `user-code`, naming the world, the function, the row and the value.
 */
export function guardedVectorWorld(author: Author, world: VectorWorld): VectorWorld {
  const { name, observationSize, actions, bounds } = world
  const reset = guarded(author, { part: 'reset', gives: settled }, (...given: Parameters<VectorWorld['reset']>) =>
    world.reset(...given),
  )
  const step = guarded(author, { part: 'step', gives: settled }, (from: number, to: number, rows: WorldRows) =>
    world.step(from, to, rows),
  )
  const requireNumbers = (part: string, from: number, to: number, { observations, rewards }: WorldRows): void => {
    const odd = notFinite(observations, from * observationSize, to * observationSize)
    if (odd !== null) {
      const path = `observations of world ${Math.floor(odd / observationSize)}`
      throw invalidResult(author, part, { path, wanted: 'finite numbers', found: observations[odd] })
    }
    const unrewarded = notFinite(rewards, from, to)
    if (unrewarded !== null) {
      const path = `rewards of world ${unrewarded}`
      throw invalidResult(author, part, { path, wanted: 'a finite number', found: rewards[unrewarded] })
    }
  }
  let steps = 0
  let resets = 0
  return {
    name,
    observationSize,
    actions,
    ...(bounds === undefined ? {} : { bounds }),
    reset: (which, episode, rows) => {
      reset(which, episode, rows)
      resets += 1
      if (isDue(resets)) requireNumbers('reset', which, which + 1, rows)
    },
    step: (from, to, rows) => {
      step(from, to, rows)
      requireEndings(author, rows.endings, from, to)
      steps += 1
      if (isDue(steps)) requireNumbers('step', from, to, rows)
    },
  }
}

const isDue = (time: number): boolean => time <= every || time % every === 0

function requireEndings(author: Author, found: Uint8Array, from: number, to: number): void {
  for (let row = from; row < to; row += 1) {
    if (found[row]! <= endings.truncated) continue
    const wanted = `one of ${Object.values(endings).join(', ')}`
    throw invalidResult(author, 'step', { path: `endings of world ${row}`, wanted, found: found[row] })
  }
}

/** Index of the first that is not; `null` if all are. */
function notFinite(values: Float32Array, from: number, to: number): number | null {
  for (let index = from; index < to; index += 1) if (!Number.isFinite(values[index]!)) return index
  return null
}
