/** metrics.jsonl, read while it is written. */
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SeriesReader } from '../../src/watch/folder/series-reader.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const line = (iteration: number, rest: object = {}): string =>
  `${JSON.stringify({ iteration, episodes: 8, success: iteration / 100, time: { total: 2000 }, ...rest })}\n`
const lines = (from: number, to: number, rest: object = {}): string =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index, rest)).join('')

async function reading(t: ExecutionContext) {
  const path = join(await temporaryFolder(t), 'metrics.jsonl')
  const reader = new SeriesReader(path)
  const advance = () => reader.advance()
  const iterations = () => [...reader.series.iteration.subarray(0, reader.series.rows)]
  return { path, reader, advance, iterations }
}

test('a run that appears, grows, is being written to, is rewound and vanishes', async t => {
  const { path, reader, advance, iterations } = await reading(t)
  t.true(await advance())
  t.deepEqual([iterations(), reader.read], [[], 1])
  t.false(await advance())
  await writeFile(path, lines(1, 3))
  t.true(await advance())
  t.deepEqual(iterations(), [1, 2, 3])
  t.false(await advance())
  const next = line(4)
  await appendFile(path, next.slice(0, 20))
  await advance()
  t.deepEqual(iterations(), [1, 2, 3])
  await appendFile(path, next.slice(20))
  await advance()
  t.deepEqual(iterations(), [1, 2, 3, 4])
  await writeFile(`${path}.new`, lines(1, 2))
  await rename(`${path}.new`, path)
  await advance()
  t.deepEqual(iterations(), [1, 2])
  await appendFile(path, lines(3, 6))
  await advance()
  t.deepEqual(iterations(), [1, 2, 3, 4, 5, 6])
  t.deepEqual(
    [...(reader.series.column('success') ?? [])],
    [1, 2, 3, 4, 5, 6].map(each => Math.fround(each / 100)),
  )
  t.is(reader.series.episodes[5], 48)
  await rm(path)
  t.true(await advance())
  t.deepEqual(iterations(), [])
})

test('of held-out tasks there are curves of success, pass@k and mean@k', async t => {
  const { path, reader, advance } = await reading(t)
  const evaluation = { split: 'unseen', temperature: 0.8, rate: 0.25, pass: { k: 4, rate: 0.75, mean: 0.3125 } }
  await writeFile(path, line(1, { evaluations: [evaluation] }))
  await advance()
  t.deepEqual([...(reader.series.column('success unseen 0.8') ?? [])], [0.25])
  t.deepEqual([...(reader.series.column('pass unseen 0.8') ?? [])], [0.75])
  t.deepEqual([...(reader.series.column('mean unseen 0.8') ?? [])], [0.3125])
})

test('lines that are none, or come again, are passed over and counted', async t => {
  const { path, reader, advance, iterations } = await reading(t)
  await writeFile(
    path,
    `${line(1)}not JSON\n[1]\n{"iteration":"2"}\n${line(2, { success: 'much', score: null })}${line(2)}${line(3)}`,
  )
  await advance()
  t.deepEqual(iterations(), [1, 2, 3])
  t.is(reader.damaged, 3)
  t.is(reader.series.column('success')?.[1], NaN)
})

test('of a long file there are lines from all over it at once, and then all', async t => {
  const { path, reader, advance, iterations } = await reading(t)
  await writeFile(path, lines(1, 3000, { filler: 'x'.repeat(400) }))
  t.true(await reader.look())
  const sampled = iterations()
  t.deepEqual([sampled[0], sampled.at(-1)], [1, 3000])
  t.true(sampled.length > 30 && sampled.length <= 64)
  t.deepEqual(
    sampled,
    [...sampled].sort((one, other) => one - other),
  )
  t.is(reader.series.episodes[sampled.length - 1], 3000 * 8)
  t.true(reader.read < 1)
  await advance()
  t.is(iterations().length, 3000)
  t.is(reader.read, 1)
})

test('what was measured before the first iteration is the first point', async t => {
  const { path, reader, advance, iterations } = await reading(t)
  await writeFile(path, lines(1, 2, { evaluations: [{ split: 'unseen', temperature: 0, tasks: 2, rate: 0.5 }] }))
  reader.beginWith({ iteration: 0, episodes: 0, tokens: 0, seconds: 0, values: [['success unseen 0', 0.25]] })
  await advance()
  t.deepEqual(iterations(), [0, 1, 2])
  t.deepEqual([...(reader.series.column('success unseen 0') ?? [])], [0.25, 0.5, 0.5])
})

test('a long file is read in turns, and what is sampled stands until its end', async t => {
  const { path, reader, iterations } = await reading(t)
  await writeFile(path, lines(1, 3000, { filler: 'x'.repeat(400) }))
  await reader.look()
  const sampled = iterations()
  let turns = 0
  for (; reader.read < 1; turns += 1) {
    t.deepEqual(iterations(), sampled)
    let left = 1
    await reader.advance({ mayGoOn: () => left > 0, onRead: () => void (left = 0), quiet: () => Promise.resolve() })
  }
  t.is(turns, 12)
  t.is(iterations().length, 3000)
})
