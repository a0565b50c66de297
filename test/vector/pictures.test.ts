/** Episodes of vector worlds as pictures. */
import test from 'ava'
import pointMaze from '../../environments/maze/index.ts'
import road from '../../environments/road/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { nth } from '../../src/math/nth.ts'
import type { VectorRows } from '../../src/contracts/worlds/vector-rows.ts'
import { endings, type VectorWorld } from '../../src/contracts/worlds/vector-world.ts'
import { asWorld } from '../../src/vector/as-world.ts'
import { picturesOf } from '../../src/vector/pictures/pictures-of.ts'
import { joinedRows } from '../../src/vector/row-recorder.ts'
import { present } from '../fixtures/present.ts'

/** One world, by its own script, until its first episode ends. */
function played(world: VectorWorld): VectorRows {
  const { observationSize, actions } = world
  const observations = new Float32Array(observationSize)
  const [controls, rewards, ended] = [new Float32Array(actions), new Float32Array(1), new Uint8Array(1)]
  const rows = { observations, actions: new Int32Array(1), controls, rewards, endings: ended }
  const script = present(world.script)
  const random = randomFrom(rootKey(1))
  const steps: VectorRows[] = []
  world.reset(0, 0, rows)
  while (nth(ended, 0) === endings.none) {
    const seen = observations.slice()
    controls.set(script(observations, random))
    world.step(0, 1, rows)
    steps.push(structuredClone({ ...rows, worlds: 1, steps: 1, observations: seen, nextObservations: observations }))
  }
  return { ...joinedRows(steps), worlds: 1, steps: steps.length }
}

const context = { worlds: 1, key: derive(rootKey(1), 'pictures') }
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

test('a path goes from the start to the goal of the maze, and is green where it got there', async t => {
  const world = pointMaze({ layout: 'umaze', noise: 0, wandering: 0 }, context)
  const rows = played(world)
  const [picture, ...others] = await picturesOf(world, [{ title: 'by script', rows }])
  t.deepEqual(others, [])
  t.is(picture?.name, 'by script.svg')
  const svg = textOf(present(picture).bytes)
  t.is(svg.match(/fill="#9aa0a8"/g)?.length, 18)
  t.is(svg.match(/<animateMotion/g)?.length, 1)
  t.regex(svg, /stroke="#2c7a4b"/)
  const points =
    /<path d="M([^"]*)"/
      .exec(svg)?.[1]
      ?.split('L')
      .map(point => point.split(' ').map(Number)) ?? []
  t.is(points.length, rows.steps + 1)
  const [[x = 0, y = 0] = [], [right = 0, down = 0] = []] = [points[0], points.at(-1)]
  t.true(Math.hypot(x - 1.5, y - 1.5) < 0.5 && Math.hypot(right - 1.5, down - 3.5) < 0.5)
})

test('one that was cut off is red', async t => {
  const world = pointMaze({ length: 3 }, context)
  const [picture] = await picturesOf(world, [{ title: 'short', rows: played(world) }])
  t.regex(textOf(present(picture).bytes), /stroke="#b4452f"/)
})

test('a drive is a film of what was seen, of at most a hundred frames', async t => {
  for (const length of [5, 300]) {
    const world = road({ length }, context)
    const rows = played(world)
    const [picture] = await picturesOf(world, [{ title: 'seen', rows }])
    const { name, bytes } = present(picture)
    t.is(name, 'seen 1.gif')
    t.is(textOf(bytes.subarray(0, 6)), 'GIF89a')
    t.deepEqual([bytes[6], bytes[7], bytes[8], bytes[9]], [128, 0, 192, 0])
    /* Each frame has a block that says how long it stays. */
    t.is(textOf(bytes).split('!\xf9\x04').length - 1, Math.min(100, rows.steps + 1))
  }
})

test('a world without map and pictures has none', async t => {
  const { map: _, ...bare } = pointMaze({ length: 3 }, context)
  t.deepEqual(await picturesOf(bare, [{ title: 'short', rows: played(bare) }]), [])
})

test('a map that gives no place is refused by its name, with the value', async t => {
  const maze = pointMaze({}, context)
  for (const [place, message] of [
    [() => [1, NaN], 'the world maze: map.place must give [1] as a finite number, got NaN'],
    [() => JSON.parse('{'), /^the world maze: map\.place threw: SyntaxError/],
  ] as const) {
    const map = { ...present(maze.map), place: place as never }
    const { vectors } = asWorld({ name: 'the world maze', module: null }, { ...maze, map })
    await t.throwsAsync(picturesOf(present(vectors), [{ title: 'by script', rows: played(maze) }]), { message })
  }
})
