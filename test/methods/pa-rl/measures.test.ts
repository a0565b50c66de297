/** Episodes are measured one a world: those that are short are not counted more often than those that are long. */
import test from 'ava'
import fc from 'fast-check'
import { endings } from '../../../src/contracts/worlds/vector-world.ts'
import { outcomesOf } from '../../../src/methods/pa-rl/measures.ts'
import { nth } from '../../../src/math/nth.ts'

const { none, terminal, truncated } = endings

/** Of so many worlds, one behind the other. */
const played = (worlds: number, steps: readonly (readonly [reward: number, ending: number])[]) => ({
  ...{ worlds, steps: steps.length / worlds, actions: new Int32Array(0), controls: new Float32Array(0) },
  ...{ observations: new Float32Array(0), nextObservations: new Float32Array(0) },
  rewards: Float32Array.from(steps, ([reward]) => reward),
  endings: Uint8Array.from(steps, ([, ending]) => ending),
})

test('of worlds whose episodes are short, long and cut off, each counts once', t => {
  const rows = played(3, [
    ...([
      [-1, none],
      [0, terminal],
      [-1, none],
      [0, terminal],
    ] as const),
    ...([
      [-1, none],
      [-1, none],
      [-1, none],
      [-1, truncated],
    ] as const),
    ...([
      [-1, none],
      [-1, none],
      [-1, none],
      [-1, none],
    ] as const),
  ])
  t.deepEqual(outcomesOf(rows), { return: -3, reached: 1 / 3 })
})

const step = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(none, none, terminal, truncated))

test('what a world does after its first ending counts for nothing', t => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, step), { minLength: 1 }), pairs => {
      const ended = pairs.findIndex(([[, ending]]) => ending !== none)
      const other = pairs.map(([own, after], index) => (ended >= 0 && index > ended ? after : own))
      const own = pairs.map(pair => nth(pair, 0))
      t.deepEqual(outcomesOf(played(1, own)), outcomesOf(played(1, other)))
    }),
  )
})
