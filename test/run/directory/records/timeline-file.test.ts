import { appendFile, readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { appendTimeline, readTimeline, rewindTimeline } from '../../../../src/run/directory/records/timeline-file.ts'
import type { TimelineLine } from '../../../../src/contracts/timeline.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const line = (iteration: number, session = 7): TimelineLine => ({
  iteration,
  session,
  loop: [['collect', 0, 5.25]],
  device: [['sample', 'policy', 1, 2, 0.5, 3, 8]],
  links: ['policy → gpu', 'gpu → policy'],
  samples: [[3, [2, 1024], null]],
})

test('lines come back by iteration, as they were written last; damaged ones are left out', async t => {
  const folder = await temporaryFolder(t)
  t.deepEqual(await readTimeline(folder, 0, 9), [])
  for (const iteration of [1, 2, 3]) await appendTimeline(folder, line(iteration))
  const file = join(folder, 'timeline.jsonl')
  await appendFile(file, '{"iteration":4,"session":\n{"iteration":5}\nno line\n{"iteration":6,"ses')
  for (const iteration of [2, 3]) await appendTimeline(folder, line(iteration, 8))
  t.deepEqual(await readTimeline(folder, 0, 9), [line(1), line(2, 8), line(3, 8)])
  t.deepEqual(await readTimeline(folder, 2, 2), [line(2, 8)])
})

test('what is after an iteration is cut off, in both files; damaged lines go, too', async t => {
  const folder = await temporaryFolder(t)
  await rewindTimeline(folder, 3)
  t.deepEqual(await readdir(folder), [])
  for (const iteration of [1, 2, 3, 4, 5, 6, 7]) await appendTimeline(folder, line(iteration), 800)
  await appendFile(join(folder, 'timeline.jsonl'), 'no line\n{"iteration":2,"ses')
  await rewindTimeline(folder, 3)
  for (const iteration of [4, 5]) await appendTimeline(folder, line(iteration, 8))
  const texts = await Promise.all((await readdir(folder)).sort().map(name => readFile(join(folder, name), 'utf8')))
  const iterations = texts.join('').match(/(?<="iteration":)\d+/g)
  t.deepEqual(iterations?.map(Number), [1, 2, 3, 4, 5])
})

test('two files of a bounded size are kept', async t => {
  const folder = await temporaryFolder(t)
  const most = 800
  for (let iteration = 1; iteration <= 24; iteration += 1) await appendTimeline(folder, line(iteration), most)
  const names = (await readdir(folder)).sort()
  t.deepEqual(names, ['timeline-before.jsonl', 'timeline.jsonl'])
  for (const name of names) t.true((await stat(join(folder, name))).size < most + 200)
  const kept = await readTimeline(folder, 0, 100)
  t.true(kept.length > 6)
  t.deepEqual(
    kept.map(({ iteration }) => iteration),
    Array.from({ length: kept.length }, (_, index) => 25 - kept.length + index),
  )
})
