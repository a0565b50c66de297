import test from 'ava'
import fc from 'fast-check'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { guardedVectorWorld } from '../../src/vector/guarded-vector-world.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'
import { endings, type VectorWorld, type WorldRows } from '../../src/contracts/worlds/vector-world.ts'

const worlds = 8
const counting: VectorWorld = {
  name: 'counting',
  observationSize: 2,
  actions: 2,
  reset: (world, episode, { observations }) => observations.set([world, episode], world * 2),
  step: (from, to, { observations, rewards, endings: ended }) => {
    for (let world = from; world < to; world += 1) {
      observations[world * 2 + 1]! += 1
      rewards[world] = 1
      ended[world] = endings.none
    }
  },
}
const rowsOf = () => createWorldBuffer({ worlds, observationSize: 2, outputs: 2 })
const guardedBy = (parts: Partial<VectorWorld>) =>
  guardedVectorWorld({ name: 'the vector world counting', module: null }, { ...counting, ...parts })

test('a world that writes what it must writes the same', t => {
  const play = (world: VectorWorld, count: number) => {
    const rows = rowsOf()
    for (let each = 0; each < worlds; each += 1) world.reset(each, 0, rows)
    for (let step = 0; step < count; step += 1) world.step(0, worlds, rows)
    return [rows.observations, rows.rewards, rows.endings]
  }
  fc.assert(fc.property(fc.nat(200), count => t.deepEqual(play(guardedBy({}), count), play(counting, count))))
})

test('what it must not write is told with the row, at its first steps', t => {
  const spoiling = (spoil: (rows: WorldRows, world: number) => void, world: number) =>
    guardedBy({
      step: (from, to, rows) => {
        counting.step(from, to, rows)
        spoil(rows, world)
      },
    })
  const spoils: readonly (readonly [(rows: WorldRows, world: number) => void, string, string])[] = [
    [({ observations }, world) => void (observations[world * 2] = NaN), 'observations', 'finite numbers, got NaN'],
    [({ rewards }, world) => void (rewards[world] = Infinity), 'rewards', 'a finite number, got Infinity'],
    [({ endings: ended }, world) => void (ended[world] = 3), 'endings', 'one of 0, 1, 2, got 3'],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...spoils), fc.nat(worlds - 1), ([spoil, what, said], world) => {
      t.throws(() => spoiling(spoil, world).step(0, worlds, rowsOf()), {
        instanceOf: FailedError,
        message: `the vector world counting: step must give ${what} of world ${world} as ${said}`,
      })
      t.notThrows(() => spoiling(spoil, world).step(world + 1, worlds, rowsOf()), 'other rows are not its business')
    }),
  )
})

test('a world that breaks later is found out too, and an ending at once', t => {
  const rows = rowsOf()
  const breaking = (from: number, spoil: (rows: WorldRows) => void) => {
    let steps = 0
    return guardedBy({
      step: (...given) => {
        counting.step(...given)
        steps += 1
        if (steps >= from) spoil(rows)
      },
    })
  }
  const stepsUntilFound = (world: VectorWorld): number => {
    for (let step = 1; step < 1000; step += 1) {
      try {
        world.step(0, worlds, rows)
      } catch {
        return step
      }
    }
    return Infinity
  }
  t.is(stepsUntilFound(breaking(100, ({ endings: ended }) => void (ended[1] = 7))), 100)
  t.is(stepsUntilFound(breaking(100, ({ rewards }) => void (rewards[1] = NaN))), 128)
})

test('what it throws, and a promise, is told as its own', t => {
  const later: unknown = Promise.resolve()
  const broken = guardedBy({
    reset: () => {
      throw new Error('no such world')
    },
    step: () => later,
  })
  t.throws(() => broken.reset(0, 0, rowsOf()), {
    message: /^the vector world counting: reset threw: no such world \(.*guarded-vector-world\.test\.[jt]s:\d+:\d+\)$/,
  })
  t.throws(() => broken.step(0, worlds, rowsOf()), { message: /step gave a Promise/ })
})
