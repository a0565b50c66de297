import test from 'ava'
import fc from 'fast-check'
import { frameShape, paintFrame } from '../../environments/road/frame.ts'
import { road, type RoadOptions } from '../../environments/road/index.ts'
import { clearanceOf, firstOf, moveOthers, type Other } from '../../environments/road/others.ts'
import { townChoices, townOf, townsOf } from '../../environments/road/towns.ts'
import { drive, type Vehicle } from '../../environments/road/vehicle.ts'
import { endings } from '../../src/contracts/worlds/vector-world.ts'
import { vectorWorldLaws } from '../../src/laws/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'

const still: Vehicle = { along: 50, offset: 0, heading: 0, speed: 0, steering: 0, throttle: 0 }
const block: Other = { kind: 'block', along: 62, offset: 0, speed: 0, until: Infinity }
const numbersOfRoad = road({}, { worlds: 1, key: rootKey(1) }).numbers ?? []
const pixels = frameShape.height * frameShape.width * frameShape.channels
const towns = townChoices.flatMap(townsOf)

for (const { name, check } of vectorWorldLaws('road', context => road({ town: 'unseen' }, context), { runs: 3 }))
  test(name, t => t.notThrowsAsync(check))

test('a town is a line without gaps, whose metres are metres', t => {
  fc.assert(
    fc.property(fc.constantFrom(...towns), fc.double({ min: 0, max: 1, noNaN: true }), (name, share) => {
      const town = townOf(name)
      const along = share * town.length
      const [here, there] = [town.at(along), town.at(along + 0.1)]
      const far = Math.hypot(there.x - here.x, there.y - here.y)
      t.true(Math.abs(far - 0.1) < 1e-3, `${name} ${along}: ${far}`)
      t.true(Math.abs(there.heading - here.heading) < 0.02)
    }),
  )
})

test('a car that does not steer goes straight on, whatever the road does', t => {
  fc.assert(
    fc.property(fc.constantFrom(...towns), fc.double({ min: 0, max: 300, noNaN: true }), (name, along) => {
      const town = townOf(name)
      const placeOf = (car: Vehicle) => {
        const { x, y, heading } = town.at(car.along)
        return { x: x - car.offset * Math.sin(heading), y: y + car.offset * Math.cos(heading) }
      }
      let car = { ...still, along, speed: 4 }
      const [from, facing] = [placeOf(car), town.at(along).heading]
      for (let step = 0; step < 6; step += 1)
        car = drive(car, [0, 0], { bendAt: at => town.at(at).bend, smoothing: 0.4 })
      const to = placeOf(car)
      const [ahead, beside] = [
        (to.x - from.x) * Math.cos(facing) + (to.y - from.y) * Math.sin(facing),
        (to.y - from.y) * Math.cos(facing) - (to.x - from.x) * Math.sin(facing),
      ]
      /* 4 m/s for 1.2 s, in steps of 0.05 s. */
      t.true(Math.abs(ahead - 4.8) < 0.15 && Math.abs(beside) < 0.15, `${ahead} ${beside}`)
    }),
  )
})

test('clearance is 0 where two cars overlap, and grows with the way between them', t => {
  const place = fc.record({
    along: fc.double({ min: 0, max: 20, noNaN: true }),
    offset: fc.double({ min: -3, max: 3, noNaN: true }),
  })
  fc.assert(
    fc.property(place, place, (a, b) => {
      const [ab, ba] = [clearanceOf(a, [{ ...block, ...b }]), clearanceOf(b, [{ ...block, ...a }])]
      const overlap = Math.abs(a.along - b.along) <= 4 && Math.abs(a.offset - b.offset) <= 1.8
      t.is(ab, ba)
      t.is(ab === 0, overlap)
      t.true(clearanceOf(a, [{ ...block, ...b }, block]) <= ab)
    }),
  )
  t.is(clearanceOf(still, []), Infinity)
})

test('slow cars turn off, and pass blocks on their left', t => {
  let others: readonly Other[] = [
    { ...block, offset: -1 },
    { kind: 'car', along: 50, offset: 0, speed: 4, until: 80 },
  ]
  for (let step = 0; step < 100 && others.length === 2; step += 1) {
    const [, car] = others
    if (car !== undefined) t.true(clearanceOf(car, others.slice(0, 1)) > 0)
    others = moveOthers(others)
  }
  t.deepEqual(
    others.map(({ kind }) => kind),
    ['block'],
  )
})

test('the picture shows the car below its middle, and a block where it is', t => {
  const into = new Float32Array(frameShape.height * frameShape.width * frameShape.channels)
  const pixel = (row: number, column: number) =>
    Array.from(into.slice((row * 16 + column) * 3, (row * 16 + column) * 3 + 3))
  paintFrame({ town: townOf('blocks'), own: still, others: [block], light: 1 }, into)
  t.true(into.every(value => Math.abs(value * 255 - Math.round(value * 255)) < 1e-4))
  const [red = 0, green = 0, blue = 0] = pixel(18, 8)
  t.true(blue > red && blue > green)
  /* 12 m ahead are 8 pixels. */
  const [more = 0, , less = 0] = pixel(10, 8)
  t.true(more > less + 0.3)
  const before = into.slice()
  paintFrame({ town: townOf('blocks'), own: still, others: [block], light: 0.5 }, into)
  t.true(into.every((value, place) => Math.abs(value - (before[place] ?? 0) / 2) < 0.003))
})

/** Chooses by an observation. */
type Driver = (seen: Float32Array) => readonly number[]

/** Episodes by the script, or by another driver. */
function driven(options: RoadOptions, driver?: Driver, worlds = 6) {
  const world = road(options, { worlds, key: rootKey(1) })
  const size = world.observationSize
  const buffer = createWorldBuffer({ worlds, observationSize: size, outputs: 4, controls: 2 })
  for (let each = 0; each < worlds; each += 1) world.reset(each, 0, buffer)
  const over = new Map<number, { readonly ending: number | undefined; readonly reward: number | undefined }>()
  const metres = new Float64Array(worlds)
  for (let step = 0; over.size < worlds; step += 1)
    for (let each = 0; each < worlds; each += 1) {
      if (over.has(each)) continue
      const seen = buffer.observations.slice(each * size, (each + 1) * size)
      const chosen = driver?.(seen) ?? world.script?.(seen, randomFrom(derive(rootKey(2), each, step))) ?? []
      buffer.controls.set(
        chosen.map(value => Math.min(1, Math.max(-1, value))),
        2 * each,
      )
      world.step(each, each + 1, buffer)
      const [ending, reward] = [buffer.endings[each], buffer.rewards[each] ?? 0]
      metres[each] = (metres[each] ?? 0) + Math.max(0, reward)
      if (ending !== endings.none) over.set(each, { ending, reward })
    }
  return { ends: [...over.values()], metres }
}

for (const town of ['seen', 'unseen'] as const)
  test(`on empty roads that are ${town} the script completes the route`, t => {
    const { ends, metres } = driven({ town, obstacles: 0, traffic: 0, noise: 0.1 })
    t.true(ends.every(({ ending, reward = -1 }) => ending === endings.truncated && reward > 0))
    t.true(
      metres.every(metre => metre >= 120 && metre < 123),
      metres.join(' '),
    )
  })

test('standing is a failure well before an episode is cut off', t => {
  t.true(
    driven({ traffic: 0 }, () => [0, -1]).ends.every(
      ({ ending, reward }) => ending === endings.terminal && reward === -10,
    ),
  )
})

test('the script brakes for no other: it collides; standing gains nothing; racing fails', t => {
  t.true(driven({}).ends.every(({ ending, reward }) => ending === endings.terminal && reward === -10))
  const standing = driven({ traffic: 0, patience: 90 }, () => [0, -1])
  t.true(
    standing.ends.every(({ ending }) => ending === endings.truncated) && standing.metres.every(gained => gained === 0),
  )
  t.true(driven({ length: 60, patience: 10, penalty: 1 }, () => [0, -1]).ends.every(({ reward }) => reward === -1))
  t.true(driven({ obstacles: 0, traffic: 0 }, () => [0, 1]).ends.every(({ reward }) => reward === -10))
})

/** Passes blocks on their left and follows slow cars, by the numbers of an observation alone. */
const careful: Driver = seen => {
  const numbers = Object.fromEntries(
    numbersOfRoad.map(({ name, one }, place) => [name, (seen[pixels + place] ?? 0) * one]),
  )
  const { speed = 0, offset = 0, heading = 0, gap = 0, side = 0, closing = 0 } = numbers
  const [own, first] = [speed / 3.6, (speed - closing) / 3.6]
  const isAhead = gap < 30
  const isBlock = isAhead && first < 0.1
  const target = isBlock && gap < 16 ? offset + side + 2.3 : 0.3
  const wait = isBlock && gap > 0 && side > -2.1 ? Math.max(0.8, (gap - 6) / 3) : 6.2
  const follow = isAhead && !isBlock ? first + 0.4 * Math.max(-2, gap - 8) : 6.2
  const steer = (1.4 * (numbers['bend-6'] ?? 0)) / 90 - 0.6 * (offset - target) - (2 * heading) / 90
  return [steer, 0.8 * (Math.min(wait, follow) - own)]
}

for (const town of ['seen', 'unseen'] as const)
  test(`numbers are enough to drive among others on roads that are ${town}`, t => {
    const { ends } = driven({ town }, careful, 20)
    const arrived = ends.filter(({ ending, reward = -1 }) => ending === endings.truncated && reward > 0).length
    t.true(arrived >= 16, `${arrived} of 20`)
  })

test('a block is the first of its lane until it is behind', t => {
  const at = (along: number) => firstOf({ ...still, along }, [block, { ...block, along: 90, offset: 3.5, speed: -6 }])
  for (const along of [50, 61, 63, 65.9]) t.is(at(along).own, block)
  t.is(at(66).own, null)
  t.is(at(66).other?.along, 90)
})

test('an option out of range is refused by name', t => {
  const context = { worlds: 1, key: rootKey(1) }
  t.throws(() => road({ town: 'Paris' as never }, context), { message: /^town must be one of .*, got "Paris"$/ })
  t.throws(() => road({ route: 10 }, context), { instanceOf: RangeError, message: /^route must be .*, got 10/ })
})
