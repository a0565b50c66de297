/** Reports of runs in a graphical interface: films of episodes, which of them, and runs whose screens are not to be had. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { film } from '../../../src/report/screens/film.ts'
import { shownEpisodes } from '../../../src/report/screens/shown-episodes.ts'
import { writeReport } from '../../../src/report/write-report.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { deskEpisode, writeDeskRun } from '../../run/desk-fixture.ts'
import { hostileText } from '../../gui/hostile-trees.ts'

const fresh = async (t: ExecutionContext) => join(await temporaryFolder(t), 'run')
const examples = deskEpisode(1, 3, 1)
const lengthOf = (length: number, won: boolean, name: string) =>
  Array.from({ length }, (_, step) => examples.map(row => ({ ...row, step, won, episode: name }))).flat()

test('a film has a button and a frame for each screen, the first of them chosen, whatever is said in it', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), hostileText, (length, text) => {
      const rows = lengthOf(length, false, 'x').map(row => ({
        ...row,
        ...{ action: text, observation: text, goodReason: text, verdictReasons: [text, text, text] },
      }))
      const screens = Array.from({ length: length + 1 }, () => ({ tree: text, calls: text }))
      const { text: page } = film({ id: 'film-0', rows, screens, pictures: [] })
      const ids = [...page.matchAll(/<input\s+type="radio"\s+name="film-0"\s+id="([^"]+)"\s*(checked)?/g)]
      t.deepEqual(
        ids.map(([, id]) => id),
        screens.map((_, index) => `film-0-${index}`),
      )
      t.is(ids.filter(([, , checked]) => checked !== undefined).length, 1)
      t.is(page.match(/<section\s/g)?.length, length + 1)
      t.is(page.match(/<label\s/g)?.length, length + 1)
      t.notRegex(page, /<script|<img|\son\w+=["']/)
    }),
    { numRuns: 40 },
  )
})

test('the shortest and the longest of the won and of the lost are shown, the first of equals', t => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(lengths, made => {
      const shown = shownEpisodes(made.flatMap(([length, won], index) => lengthOf(length, won, String(index))))
      for (const won of [true, false]) {
        const all = made.filter(([, result]) => result === won).map(([length]) => length)
        const own = shown.filter(({ rows }) => rows[0]?.won === won).map(({ rows }) => rows.length)
        t.deepEqual(own, all.length === 0 ? [] : [...new Set([Math.min(...all), Math.max(...all)])])
      }
    }),
  )
  const shown = shownEpisodes([...lengthOf(2, true, 'a'), ...lengthOf(3, true, 'b'), ...lengthOf(3, true, 'c')])
  t.deepEqual(
    shown.map(({ title, rows }) => [title, rows[0]?.episode]),
    [
      ['Last iteration, shortest', 'a'],
      ['Last iteration, longest', 'b'],
    ],
  )
})

test('the report of a run in the desk shows films of its episodes, without a script and a network', async t => {
  const path = await fresh(t)
  await writeDeskRun(path)
  const page = await readFile(await writeReport(path), 'utf8')
  t.notRegex(page, /https?:|<script|<link|@import|src=|url\(/)
  t.notRegex(page, /NaN|undefined|\[object/)
  t.regex(page, /Episodes, screen by screen/)
  t.notRegex(page, /One episode before, one after/)
  const ids = [...page.matchAll(/ id="(film-[^"]+)"/g)].map(([, id]) => id)
  t.is(new Set(ids).size, ids.length)
  t.true(ids.length > 10)
  t.is(page.match(/class="filmed"/g)?.length, 5)
  for (const part of [
    '<div class="w button acted"><b class="act">click</b>',
    '<b class="act">type</b>',
    '<ins>Draft</ins>',
  ])
    t.true(page.includes(part), part)
})

test('where the lineage does not tell the task, episodes are shown as texts', async t => {
  const path = await fresh(t)
  await writeDeskRun(path)
  await writeFile(join(path, 'tasks.jsonl'), '')
  const page = await readFile(await writeReport(path), 'utf8')
  t.regex(page, /One episode before, one after/)
  t.notRegex(page, /class="screen"|class="filmed"/)
})
