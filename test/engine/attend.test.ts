import test from 'ava'
import fc from 'fast-check'
import { attend } from '../../src/engine/local/cache/attend.ts'
import { createContexts } from '../../src/engine/local/cache/contexts.ts'
import { createPages, groupBytes, type Pages } from '../../src/engine/local/cache/pages.ts'
import { layOutChunks, type Chunk } from '../../src/engine/local/cache/prefill-chunks.ts'
import { randomFrom, rootKey, type Random } from '../../src/math/random.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { headSize } from '../../src/model/tensors/tensors.ts'
import { present } from '../fixtures/present.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { nth } from '../../src/math/nth.ts'
import { smallConfig } from '../laws/device/device-cases.ts'

const positions = 64

const configs = fc
  .record({
    pairs: fc.integer({ min: 1, max: 3 }),
    group: fc.integer({ min: 1, max: 3 }),
    half: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ pairs, group, half }): ModelConfig => {
    const heads = pairs * group
    return { ...smallConfig, num_attention_heads: heads, num_key_value_heads: pairs, hidden_size: heads * 2 * half }
  })

/** Angles such that every position turns every pair of numbers in another way. */
const angleOf = (position: number, index: number): number => position / (1 + index)

function pagesFor(config: ModelConfig): Pages {
  const half = headSize(config) / 2
  const table = Array.from({ length: positions }, (_, position) =>
    [Math.cos, Math.sin].flatMap(of => Array.from({ length: half }, (_, index) => of(angleOf(position, index)))),
  )
  return createPages(Float32Array.from(table.flat()), groupBytes(config))
}

/** What one layer is given of a turn's tokens: a row of numbers for each. */
type Rows = readonly (readonly number[])[]

/** Computes a pass over turns as the engine does. @returns [rows, heads · D] of the layer. */
function pass(
  pages: Pages,
  config: ModelConfig,
  layer: number,
  given: readonly (Chunk & { readonly rows: Rows })[],
): number[][] {
  const layout = layOutChunks(pages, config, given)
  const rows = given.flatMap(turn => turn.rows)
  const width = config.num_attention_heads * headSize(config)
  new Float32Array(pages.buffer(), layout.projected).set(rows.flat())
  attend(pages, config, layout, layer)
  const count = layer === config.num_hidden_layers - 1 ? given.length : rows.length
  return Array.from({ length: count }, (_, row) => [
    ...new Float32Array(pages.buffer(), layout.attended + 4 * row * width, width),
  ])
}

/** The same of the last of a path of rows, in float64. */
function plainly(config: ModelConfig, path: Rows): number[] {
  const { num_attention_heads: heads, num_key_value_heads: pairs } = config
  const size = headSize(config)
  const head = (row: readonly number[], index: number) => row.slice(index * size, (index + 1) * size)
  const turned = (numbers: readonly number[], position: number): number[] => {
    const half = size / 2
    return numbers.map((_, index) => {
      const [a, b] = [nth(numbers, index % half), nth(numbers, (index % half) + half)]
      const angle = angleOf(position, index % half)
      return index < half ? a * Math.cos(angle) - b * Math.sin(angle) : b * Math.cos(angle) + a * Math.sin(angle)
    })
  }
  return Array.from({ length: heads }, (_, index) => {
    const pair = heads + Math.floor((index * pairs) / heads)
    const q = turned(head(lastOf(path), index), path.length - 1)
    const scores = path.map((row, at) =>
      turned(head(row, pair), at).reduce((sum, key, lane) => sum + key * nth(q, lane), 0),
    )
    const largest = Math.max(...scores)
    const weights = scores.map(score => Math.exp(score - largest))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return Array.from({ length: size }, (_, lane) =>
      path.reduce((sum, row, at) => sum + (nth(weights, at) / total) * nth(head(row, pair + pairs), lane), 0),
    )
  }).flat()
}

const drawRows = (random: Random, config: ModelConfig, count: number): Rows => {
  const width = (config.num_attention_heads + 2 * config.num_key_value_heads) * headSize(config)
  return Array.from({ length: count }, () => Array.from({ length: width }, () => Math.fround(random.normal())))
}

const turn = (groups: number[], start: number, rows: Rows, prefixGroups: readonly number[] = [], prefixLength = 0) => ({
  tokens: rows.map(() => 0),
  prefixGroups,
  prefixLength,
  ownGroups: groups,
  start,
  rows,
})

const differs = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, index) => Math.abs(value - nth(b, index))))

test('each token attends to those before it, in its turn, in turns before and in its prefixGroups', t => {
  fc.assert(
    fc.property(
      configs,
      fc.nat(),
      fc.constantFrom(0, 1),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 11 }),
      fc.integer({ min: 1, max: 11 }),
      (config, seed, layer, first, second, third) => {
        const random = randomFrom(rootKey(seed))
        const pages = pagesFor(config)
        const { reach } = createContexts(pages)
        const [prefixGroups, branch, other]: number[][] = [[], [], []] as number[][]
        reach(present(prefixGroups), first + second)
        reach(present(branch), third)
        reach(present(other), second)
        const [a, b, c, d] = [first, second, third, second].map(count => drawRows(random, config, count))
        const [long, tail, stranger] = [[...present(a), ...present(b)], [...present(a), ...present(c)], present(d)]
        pass(pages, config, layer, [turn(present(prefixGroups), 0, present(a))])
        const got = pass(pages, config, layer, [
          turn(present(prefixGroups), first, present(b)),
          turn(present(branch), 0, present(c), prefixGroups, first),
          turn(present(other), 0, present(d)),
        ])
        const wanted = [
          ...present(b).map((_, index) => long.slice(0, first + index + 1)),
          ...present(c).map((_, index) => tail.slice(0, first + index + 1)),
          ...present(d).map((_, index) => stranger.slice(0, index + 1)),
        ].map(path => plainly(config, path))
        const lasts = [second - 1, second + third - 1, 2 * second + third - 1].map(row => nth(wanted, row))
        const expected = layer === 1 ? lasts : wanted
        t.is(got.length, expected.length)
        t.true(got.every((row, index) => differs(row, nth(expected, index)) < 2e-5))
      },
    ),
    { numRuns: 60 },
  )
})

test('no bit hangs on how tokens are divided among turns, prefixGroups and branch, or on what else is in the pass', t => {
  fc.assert(
    fc.property(
      configs,
      fc.nat(),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 9 }),
      (config, seed, first, second) => {
        const random = randomFrom(rootKey(seed))
        const pages = pagesFor(config)
        const { reach } = createContexts(pages)
        const [whole, prefixGroups, branch]: number[][] = [[], [], []] as number[][]
        reach(present(whole), first + second)
        reach(present(prefixGroups), first + second)
        reach(present(branch), second)
        const [a, b] = [first, second].map(count => drawRows(random, config, count))
        const together = pass(pages, config, 0, [turn(present(whole), 0, [...present(a), ...present(b)])])
        const apart = pass(pages, config, 0, [turn(present(prefixGroups), 0, present(a))])
        const chain = pass(pages, config, 0, [
          turn(present(prefixGroups), first, present(b)),
          turn(present(branch), 0, present(b), prefixGroups, first),
        ])
        const one = present(b).map((row, index) =>
          nth(pass(pages, config, 0, [turn(present(prefixGroups), first + index, [row])]), 0),
        )
        t.deepEqual(together, [...apart, ...chain.slice(0, second)])
        t.deepEqual(together, [...apart, ...chain.slice(second)])
        t.deepEqual(together, [...apart, ...one])
      },
    ),
    { numRuns: 40 },
  )
})

test('scores far apart give all to the largest, and what is not a number shows', t => {
  const config = { ...smallConfig, num_attention_heads: 1, num_key_value_heads: 1, hidden_size: 2 }
  const pages = createPages(
    Float32Array.from(Array.from({ length: positions }, () => [1, 0]).flat()),
    groupBytes(config),
  )
  const groups: number[] = []
  createContexts(pages).reach(groups, 8)
  const of = (keys: readonly number[]) =>
    pass(pages, config, 1, [
      turn(
        groups,
        0,
        keys.map((key, index) => [1, 0, key, 0, index, -index]),
      ),
    ])[0]
  t.deepEqual(of([0, 200, -200]), [1, -1])
  t.deepEqual(of([-1e30, -1e30, 61]), [2, -2])
  t.deepEqual(of([5, 5]), [0.5, -0.5])
  t.deepEqual(of([1, NaN, 2]), [NaN, NaN])
  t.deepEqual(of([1, Infinity, 2]), [NaN, NaN])
})
