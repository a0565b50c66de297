import type { World } from '../../contracts/worlds/world.ts'
import { randomFrom } from '../../math/random.ts'
import type { ChooseControls } from '../../vector/function-decisions.ts'

/** The world's own player. @throws {RangeError} if it has none. */
export function byScript({ name, vectors }: World): ChooseControls {
  const { script, observationSize = 1 } = vectors ?? {}
  if (script === undefined) throw new RangeError(`environment.name must be a world with a script, got ${name}`)
  return (observations, keys) => {
    const seen = (row: number) => observations.subarray(row * observationSize, (row + 1) * observationSize)
    return Promise.resolve(Float32Array.from(keys.flatMap((key, row) => script(seen(row), randomFrom(key)))))
  }
}
