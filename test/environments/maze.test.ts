import test from 'ava'
import fc from 'fast-check'
import { pointMaze } from '../../environments/maze/index.ts'
import { layoutNames, mazeOf } from '../../environments/maze/layouts.ts'
import { maxSpeed, pushPoint } from '../../environments/maze/point.ts'
import { endings } from '../../src/contracts/worlds/vector-world.ts'
import { vectorWorldLaws } from '../../src/laws/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'

const layouts = fc.constantFrom(...layoutNames)
const unit = fc.double({ min: -1, max: 1, noNaN: true })

for (const layout of layoutNames)
  for (const { name, check } of vectorWorldLaws(`maze: ${layout}`, context => pointMaze({ layout }, context), {
    runs: 5,
  }))
    test(`${layout}: ${name}`, t => t.notThrowsAsync(check))

test('the point is never inside a wall, and never faster than it may be', t => {
  fc.assert(
    fc.property(layouts, fc.array(fc.tuple(unit, unit), { maxLength: 200 }), (layout, actions) => {
      const maze = mazeOf(layout)
      let point = { ...maze.start, right: 0, down: 0 }
      for (const action of actions) {
        point = pushPoint(maze, point, action)
        t.false(maze.isWall(point.x, point.y))
        t.true(Math.max(Math.abs(point.right), Math.abs(point.down)) <= maxSpeed + 1e-12)
      }
    }),
  )
})

test('from every cell there is a way to the goal, one neighbour after another', t => {
  const lengths = layoutNames.map(layout => {
    const { start, goal, next, isWall } = mazeOf(layout)
    let [at, steps] = [start, 0]
    for (; (at.x !== goal.x || at.y !== goal.y) && steps < 100; steps += 1) {
      const to = next(at.x, at.y)
      t.is(Math.abs(to.x - at.x) + Math.abs(to.y - at.y), 1)
      t.false(isWall(to.x, to.y))
      at = to
    }
    return steps
  })
  t.deepEqual(lengths, [6, 10, 14])
})

/** Share of episodes that arrive, and the reward of one. */
function scripted(wandering: number, noise: number): { readonly arrived: number; readonly reward: number } {
  const worlds = 64
  const world = pointMaze({ wandering, noise }, { worlds, key: rootKey(1) })
  const buffer = createWorldBuffer({ worlds, observationSize: 4, outputs: 4, controls: 2 })
  for (let each = 0; each < worlds; each += 1) world.reset(each, 0, buffer)
  const over = new Set<number>()
  let [arrived, reward] = [0, 0]
  for (let step = 0; over.size < worlds; step += 1) {
    for (let each = 0; each < worlds; each += 1) {
      if (over.has(each)) continue
      const seen = buffer.observations.slice(4 * each, 4 * each + 4)
      const action = world.script?.(seen, randomFrom(derive(rootKey(2), each, step))) ?? []
      buffer.controls.set(
        action.map(value => Math.min(1, Math.max(-1, value))),
        2 * each,
      )
      world.step(each, each + 1, buffer)
      reward += buffer.rewards[each] ?? 0
      if (buffer.endings[each] === endings.none) continue
      over.add(each)
      arrived += Number(buffer.endings[each] === endings.terminal)
    }
  }
  return { arrived: arrived / worlds, reward: reward / worlds }
}

test('the script arrives always without noise, and later with it', t => {
  const straight = scripted(0, 0)
  const usual = scripted(0.5, 0.5)
  t.is(straight.arrived, 1)
  t.true(straight.reward > -40, String(straight.reward))
  t.true(usual.arrived > 0.5 && usual.reward < straight.reward - 10, JSON.stringify(usual))
})

test('what is no option is refused by name', t => {
  const context = { worlds: 1, key: rootKey(1) }
  t.throws(() => pointMaze({ layout: 'small' as never }, context), {
    instanceOf: RangeError,
    message: /^layout must be one of .*, got "small"$/,
  })
  t.throws(() => pointMaze({ length: 0 }, context), { message: /^length must be .*, got 0/ })
})
